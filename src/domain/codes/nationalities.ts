import type { Option } from '../form/form.ts';

/** The nationalities of most applicants, at the top of the list. */
const FREQUENT = `Bangladeshi|Brazilian|Chinese|Colombian|Filipino|Indian|Indonesian|Japanese|Korean|Malaysian|Nepalese
Sri Lankan|Thai|Vietnamese`;

const OTHERS = `Afghan|Albanian|Algerian|American|American Samoan|Andorran|Angolan|Anguillan|Antiguan|Argentine|Armenian
Aruban|Australian|Austrian|Azerbaijani|Bahamian|Bahraini|Barbadian|Basotho|Belarusian|Belgian|Belizean|Beninese
Bermudian|Bhutanese|Bissau-Guinean|Bolivian|Bosnian|Botswanan|British|Bruneian|Bulgarian|Burkinabe|Burmese|Burundian
Cabo Verdean|Cambodian|Cameroonian|Canadian|Caymanian|Central African|Chadian|Chilean|Comorian
Congolese|Congolese (Democratic Republic)|Cook Islander|Costa Rican|Croatian|Cuban|Curaçaoan|Cypriot|Czech|Danish
Djiboutian|Dominican|Dominican (Dominican Republic)|Dutch|Ecuadorian|Egyptian|Emirati|Equatoguinean|Eritrean|Estonian
Ethiopian|Falkland Islander|Faroese|Fijian|Finnish|French|French Polynesian|Gabonese|Gambian|Georgian|German|Ghanaian
Gibraltarian|Greek|Greenlandic|Grenadian|Guamanian|Guatemalan|Guinean|Guyanese|Haitian|Honduran|Hong Konger|Hungarian
I-Kiribati|Icelandic|Iranian|Iraqi|Irish|Israeli|Italian|Ivorian|Jamaican|Jordanian|Kazakhstani|Kenyan|Kittitian
Kosovar|Kuwaiti|Kyrgyz|Lao|Latvian|Lebanese|Liberian|Libyan|Liechtensteiner|Lithuanian|Luxembourger|Macanese
Macedonian|Malagasy|Malawian|Maldivian|Malian|Maltese|Marshallese|Mauritanian|Mauritian|Mexican|Micronesian|Moldovan
Monégasque|Mongolian|Montenegrin|Montserratian|Moroccan|Mozambican|Namibian|Nauruan|New Caledonian|New Zealander
Nicaraguan|Nigerian|Nigerien|Niuean|North Korean|Northern Mariana Islander|Norwegian|Omani|Pakistani|Palauan
Palestinian|Panamanian|Papua New Guinean|Paraguayan|Peruvian|Pitcairn Islander|Polish|Portuguese|Puerto Rican|Qatari
Romanian|Russian|Rwandan|Saint Helenian|Saint Lucian|Saint Vincentian|Salvadoran|Samoan|Sammarinese|São Toméan|Saudi
Senegalese|Serbian|Seychellois|Sierra Leonean|Singaporean|Slovak|Slovenian|Solomon Islander|Somali|South African
South Sudanese|Spanish|Sudanese|Surinamese|Swazi|Swedish|Swiss|Syrian|Taiwanese|Tajikistani|Tanzanian|Timorese
Togolese|Tokelauan|Tongan|Trinidadian and Tobagonian|Tunisian|Turkish|Turkmen|Turks and Caicos Islander|Tuvaluan
Ugandan|Ukrainian|Uruguayan|Uzbekistani|Vanuatuan|Vatican|Venezuelan|Virgin Islander|Wallisian and Futunan|Yemeni
Zambian|Zimbabwean|Stateless`;

const options = (names: string) => names.split(/[|\n]/).map((name) => ({ value: name, label: name }));

/** The frequent ones, a disabled separator, and all others (R3.3). */
export const NATIONALITIES: readonly Option[] = [
  ...options(FREQUENT),
  { value: '──────────', label: '──────────', disabled: true },
  ...options(OTHERS),
];
