/**
 * Whose form this is. The institute is fictional; a college that runs the product puts its own name here,
 * and its own drawing in `src/components/institute.tsx` and `public/`. ASCII only, since the name also goes into payloads.
 */
export const INSTITUTE = {
  /** False where a college has put its own name here. A page with real services says nothing of a made-up one (R17.4). */
  isMadeUp: true as boolean,
  name: 'Southbank Institute of Building and Design',
  shortName: 'SIBD',
  admissions: {
    contact: 'Southbank Institute Admissions',
    email: 'admissions@southbank-institute.example',
    phone: '+61 3 5550 0142',
    address: '1 Drawing Board Lane, Melbourne VIC 3000',
    country: 'Australia',
  },
  copyrightYear: 2024,
} as const;

/** The language of the pages, and of how dates and lists are written in it. */
export const LANGUAGE = 'en-AU';

const { contact, email, phone, address, country } = INSTITUTE.admissions;

/** The one agent that is always there: the institute's own admissions (R10.16). */
export const FALLBACK_AGENT = {
  name: contact,
  contact: 'Admissions office',
  country,
  address,
  emails: [email],
  phones: [phone],
  websites: [],
};
