import { FULL_NAME } from './full-name.ts';

/** Titles of a column with the full name of the student. */
export const FULL_NAME_TITLES: readonly string[] = [
  ...['name', 'full name', 'student name', 'students name', 'name of student', 'student full name'],
  ...['applicant name', 'name of applicant', 'complete name', 'passport name', 'name as per passport'],
];

/** What people call the columns of their sheets, beside the words of the form. A title stands here only where it can mean one question. */
export const OTHER_TITLES: Readonly<Record<string, readonly string[]>> = {
  firstName: ['given name', 'given names', 'forename', 'first names'],
  middleName: ['middle names'],
  familyName: ['surname', 'last name', 'family names'],
  gender: ['sex'],
  dateOfBirth: ['dob', 'birth date', 'birthday'],
  email: ['email', 'email id', 'mail id', 'student email', 'student email address'],
  birthplace: ['place of birth', 'birth place', 'city of birth', 'town of birth'],
  countryOfBirth: ['birth country'],
  nationality: ['citizenship', 'country of citizenship'],
  passportNumber: ['passport', 'passport no', 'passport num', 'passport id'],
  passportExpiryDate: [
    ...['passport expiry', 'passport expiration', 'passport expiration date', 'passport valid until'],
    ...['passport date of expiry', 'passport valid to', 'date of expiry of passport'],
  ],
  visaType: ['visa', 'visa type', 'visa status'],
  usi: ['usi', 'unique student identifier'],
  currentCountry: ['country of residence', 'current country'],
  streetName: ['street'],
  cityTownSuburb: ['city', 'suburb', 'town'],
  state: ['state', 'province', 'state or province', 'state province'],
  postcode: ['postal code', 'zip', 'zip code'],
  mobilePhone: [
    'mobile',
    'mobile number',
    'mobile no',
    'mobile phone',
    'phone',
    'phone number',
    'phone no',
    'telephone',
    'telephone number',
    'tel',
    'tel no',
    'cell phone',
  ],
  contactGivenName: ['emergency contact first name', 'emergency contact given name'],
  contactFamilyName: ['emergency contact surname', 'emergency contact family name', 'emergency contact last name'],
  contactEmail: ['emergency contact email', 'emergency email'],
  contactMobile: [
    'emergency contact number',
    'emergency contact phone',
    'emergency contact mobile',
    'emergency phone',
    'emergency mobile',
  ],
  relationship: ['relationship', 'emergency contact relationship', 'relationship to student'],
  englishTestType: ['english test'],
  listeningScore: ['listening'],
  readingScore: ['reading'],
  writingScore: ['writing'],
  speakingScore: ['speaking'],
  overallScore: ['overall', 'overall band score'],
  engTestDate: ['english test date'],
  selectedIntake: ['intake', 'intake date', 'preferred intake'],
};

/** A column about another person than the student. */
export const OF_ANOTHER_PERSON = /emergency|contact|parent|guardian|father|mother|spouse|next of kin/i;

/** Short titles (Phone, Email) are about the person of the columns before, who may not be the student. */
export const OF_ANYBODY: ReadonlySet<string> = new Set([
  FULL_NAME,
  'firstName',
  'familyName',
  'gender',
  'dateOfBirth',
  'email',
  'currentCountry',
  'streetName',
  'cityTownSuburb',
  'state',
  'postcode',
  'mobilePhone',
]);

/** What people write for a choice, and the choices that it can mean: one at most is in a list. */
const OTHER_VALUES = `m:Male|f:Female|uk:United Kingdom,British|gb:United Kingdom,British|great britain:United Kingdom,British
usa:United States,American|us:United States,American|united states of america:United States,American
america:United States,American|turkey:Türkiye,Turkish|czech republic:Czechia,Czech|viet nam:Vietnam,Vietnamese
republic of korea:South Korea,Korean|uae:United Arab Emirates,Emirati|russian federation:Russia,Russian
prc:China,Chinese|pr china:China,Chinese|peoples republic of china:China,Chinese|hong kong sar:Hong Kong,Hong Konger
macau:Macao,Macanese|burma:Myanmar,Burmese|ivory coast:Côte d'Ivoire,Ivorian|swaziland:Eswatini,Swazi
cape verde:Cabo Verde,Cabo Verdean|east timor:Timor-Leste,Timorese|lao pdr:Laos,Lao|holland:Netherlands,Dutch
ksa:Saudi Arabia,Saudi|nepali:Nepalese|filipina:Filipino|south korean:Korean|sri lanka:Sri Lankan|kazakh:Kazakhstani
uzbek:Uzbekistani|tajik:Tajikistani|bangladesh:Bangladeshi|brazil:Brazilian|china:Chinese|colombia:Colombian
philippines:Filipino|india:Indian|indonesia:Indonesian|japan:Japanese|south korea:Korean|malaysia:Malaysian
nepal:Nepalese|thailand:Thai|vietnam:Vietnamese|pakistan:Pakistani|bhutan:Bhutanese|mongolia:Mongolian|taiwan:Taiwanese
singapore:Singaporean|myanmar:Burmese|cambodia:Cambodian|laos:Lao|hong kong:Hong Konger|macao:Macanese
kenya:Kenyan|nigeria:Nigerian|ghana:Ghanaian|zimbabwe:Zimbabwean|south africa:South African|egypt:Egyptian
mauritius:Mauritian|fiji:Fijian|papua new guinea:Papua New Guinean|new zealand:New Zealander|australia:Australian
united kingdom:British|ireland:Irish|united states:American|canada:Canadian|mexico:Mexican|argentina:Argentine
chile:Chilean|peru:Peruvian|ecuador:Ecuadorian|bolivia:Bolivian|venezuela:Venezuelan|france:French|germany:German
italy:Italian|spain:Spanish|portugal:Portuguese|netherlands:Dutch|belgium:Belgian|switzerland:Swiss|austria:Austrian
poland:Polish|czechia:Czech|slovakia:Slovak|hungary:Hungarian|romania:Romanian|bulgaria:Bulgarian|greece:Greek
türkiye:Turkish|russia:Russian|ukraine:Ukrainian|sweden:Swedish|norway:Norwegian|denmark:Danish|finland:Finnish
iran:Iranian|iraq:Iraqi|saudi arabia:Saudi|united arab emirates:Emirati|jordan:Jordanian|lebanon:Lebanese|oman:Omani
kuwait:Kuwaiti|qatar:Qatari|kazakhstan:Kazakhstani|uzbekistan:Uzbekistani|kyrgyzstan:Kyrgyz|tajikistan:Tajikistani
morocco:Moroccan|ethiopia:Ethiopian|uganda:Ugandan|tanzania:Tanzanian|zambia:Zambian|cameroon:Cameroonian`;

/** The labels of choices that a text can mean, by the text. */
export const otherValues: ReadonlyMap<string, readonly string[]> = new Map(
  OTHER_VALUES.split(/[|\n]/).map((line) => {
    const [written = '', labels = ''] = line.split(':');
    return [written, labels.split(',')];
  }),
);
