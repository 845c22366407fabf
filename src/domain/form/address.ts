import { COUNTRIES } from '../codes/countries.ts';
import type { Condition } from './form.ts';
import { ENGLISH, POSTCODE } from './shared-rules.ts';

/** The reasons are in docs/decisions/0017-text-input.md. */
const POSTCODE_HELP =
  'Numbers only. No postcode? Write 0000. Letters in your postcode? Write 0000 here, and the postcode after your city.';
const OPTIONAL_POSTCODE_HELP =
  'Numbers only. Letters in your postcode? Leave this empty, and write the postcode after your city.';

const NUMBER_HELP = 'No street number? Write 0.';

const line = { kind: 'text', rules: [ENGLISH] } as const;

/** The questions of an address, each with its key in an address of the offer. */
const PARTS = {
  country: {
    question: { kind: 'select', options: COUNTRIES },
    label: 'Country',
    autoComplete: 'country-name',
    offer: 'Country',
  },
  building: {
    question: { ...line, width: 'half' },
    label: 'Building or property name',
    autoComplete: 'address-line2',
    offer: 'BuildingName',
  },
  flat: {
    question: { ...line, width: 'half' },
    label: 'Flat or unit details',
    autoComplete: 'address-line3',
    offer: 'FlatUnitDetail',
  },
  streetNumber: {
    question: { ...line, width: 'half' },
    label: 'Street number',
    autoComplete: 'address-line1',
    offer: 'StreetNumber',
  },
  streetName: {
    question: { ...line, width: 'half' },
    label: 'Street name',
    autoComplete: 'address-line1',
    offer: 'StreetName',
  },
  street: {
    question: { ...line, width: 'half' },
    label: 'Street address',
    autoComplete: 'street-address',
    offer: undefined,
  },
  suburb: {
    question: line,
    label: 'City, town or suburb',
    autoComplete: 'address-level2',
    offer: 'Suburb',
  },
  state: {
    question: { ...line, width: 'half' },
    label: 'State or province',
    autoComplete: 'address-level1',
    offer: 'State',
  },
  postcode: {
    question: { kind: 'text', inputMode: 'numeric', width: 'half', rules: [POSTCODE] },
    label: 'Postcode',
    autoComplete: 'postal-code',
    offer: 'Postcode',
  },
} as const;

type AddressParts = typeof PARTS;
type Part = keyof AddressParts;

/** The differences between addresses. */
interface Address {
  readonly section: string;
  /** The field's name for each part that is asked, in page order. */
  readonly names: Readonly<Partial<Record<Part, string>>>;
  /** The messages of the required parts; the others are optional. */
  readonly required?: Readonly<Partial<Record<Part, string>>>;
  readonly when?: Condition;
  /** A prefix for every label: 'Postal' makes 'Postal country'. */
  readonly labelled?: string;
  /** A prefix for every autofill hint ('section-postal'): browsers fill each section with one address. */
  readonly autoComplete?: string;
  /** The object of the offer that gets the answers. */
  readonly offer?: string;
}

type AddressRequirement<A, P> = A extends { readonly required: infer Messages }
  ? P extends keyof Messages
    ? { readonly required: string }
    : { readonly optional: true }
  : { readonly optional: true };
type InOffer<A, P extends Part> = A extends { readonly offer: infer Parent extends string }
  ? AddressParts[P]['offer'] extends infer Key extends string
    ? { readonly offer: `${Parent}.${Key}` }
    : unknown
  : unknown;
type AddressEntry<A, P extends Part> = AddressParts[P]['question'] &
  Pick<Address, 'section'> & { readonly label: string; readonly autoComplete: string; readonly help?: string } & Pick<
    A,
    keyof A & 'when'
  > &
  AddressRequirement<A, P> &
  InOffer<A, P>;
type Names<A> = A extends { readonly names: infer N } ? N : never;

export type AddressEntries<A> = {
  readonly [P in Part & keyof Names<A> as Names<A>[P] & string]: AddressEntry<A, P>;
};

/** The questions of an address, for `defineFields`. A form may override a message or a rule of a field. */
export function address<const A extends Address>(as: A): AddressEntries<A> {
  const entries = Object.entries(as.names).map(([part, name]) => [name, entryOf(part as Part, as)]);
  return Object.fromEntries(entries);
}

function entryOf(part: Part, as: Address) {
  const { question, label, autoComplete, offer } = PARTS[part];
  const required = as.required?.[part];
  return {
    ...question,
    section: as.section,
    label: as.labelled ? `${as.labelled} ${label[0]?.toLowerCase()}${label.slice(1)}` : label,
    autoComplete: autofillHint(part, autoComplete, as.autoComplete),
    ...(part === 'streetNumber' && required && { help: NUMBER_HELP }),
    ...(part === 'postcode' && { help: required ? POSTCODE_HELP : OPTIONAL_POSTCODE_HELP }),
    ...(as.when && { when: as.when }),
    ...(required ? { required } : { optional: true }),
    ...(as.offer && offer && { offer: `${as.offer}.${offer}` }),
  };
}

/**
 * Chromium ignores 'off', and would fill the whole first line into both the street's number and its name. A separate
 * section excludes the number from the address.
 */
function autofillHint(part: Part, hint: string, prefix = ''): string {
  if (part === 'streetNumber') return `${prefix || 'section'}-number ${hint}`;
  return `${prefix} ${hint}`.trim();
}
