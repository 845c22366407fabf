/**
 * The fictional institute. A college that runs the product puts its own name here, and its logo in
 * `src/components/institute.tsx` and `public/`. ASCII only, since payloads contain the name.
 */
export const INSTITUTE = {
  /** False if this is a real college's name. With real services the page does not show a fictional name (R17.4). */
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

/** The language of the pages, and the format of dates and lists. */
export const LANGUAGE = 'en-AU';

/** From the operator's settings; all may be missing. */
interface CollegeContacts {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly address?: string | undefined;
}

/** The built-in agent: the college's admissions office (R10.16), with a general name if the college is unknown. */
export const fallbackAgent = ({ name, email, phone, address = '' }: CollegeContacts = {}) => ({
  name: name === undefined ? 'Admissions' : `${name} Admissions`,
  contact: 'Admissions office',
  country: INSTITUTE.admissions.country,
  address,
  emails: email === undefined ? [] : [email],
  phones: phone === undefined ? [] : [phone],
  websites: [],
});
