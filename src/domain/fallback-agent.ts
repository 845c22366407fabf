import { INSTITUTE } from './institute.ts';

const { contact, email, phone, address, country } = INSTITUTE.admissions;

/** The one agent that is always there: the institute's own admissions (spec §8 "Agent list"). */
export const FALLBACK_AGENT = {
  name: contact,
  contact: 'Admissions office',
  country,
  address,
  emails: [email],
  phones: [phone],
  websites: [],
};
