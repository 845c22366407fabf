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
    email: 'admissions@southbank-institute.example',
    phone: '+61 3 5550 0142',
    address: '1 Drawing Board Lane, Melbourne VIC 3000',
    country: 'Australia',
  },
  copyrightYear: 2024,
} as const;

/** The language of the pages, and of how dates and lists are written in it. */
export const LANGUAGE = 'en-AU';

/** Of a college as the operator has described it; all may be missing. */
interface CollegeContacts {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: string | undefined;
}

/** The one agent that is always there: the college's own admissions (R10.16). It names no college that is not known. */
export const fallbackAgent = ({ name, email, phone, address = '' }: CollegeContacts = {}) => ({
  name: name === undefined ? 'Admissions' : `${name} Admissions`,
  contact: 'Admissions office',
  country: INSTITUTE.admissions.country,
  address,
  emails: email === undefined ? [] : [email],
  phones: phone === undefined ? [] : [phone],
  websites: [],
});
