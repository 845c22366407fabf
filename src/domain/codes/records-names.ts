/**
 * Names that the records product writes differently from our lists, as 'ours: theirs'. Source: the country list of the
 * vendor's knowledge base and the choices of its public form. Other names are the same in both, or have no counterpart,
 * and are sent unchanged.
 */
const table = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [ours = '', theirs = ''] = line.split(': ');
        return [ours, theirs];
      }),
  );

/**
 * Without a counterpart: Antarctica, Bouvet Island, British Indian Ocean Territory, Christmas Island, Cocos (Keeling)
 * Islands, French Southern Territories, Heard and McDonald Islands, South Georgia and the South Sandwich Islands, Svalbard
 * and Jan Mayen, United States Minor Outlying Islands.
 */
export const RECORDS_COUNTRIES = table(`
Åland Islands: Aland Islands
American Samoa: Samoa, American
British Virgin Islands: Virgin Islands, British
Brunei: Brunei Darussalam
Cabo Verde: Cape Verde
Congo (Democratic Republic): Congo, Democratic Republic of
Côte d'Ivoire: Cote d'Ivoire
Curaçao: Curacao
Czechia: Czech Republic
Eswatini: Swaziland
Macao: Macau (SAR of China)
Micronesia: Micronesia, Federated States of
North Korea: Korea, Democratic People's Republic of (North)
North Macedonia: Macedonia
Palestine: Gaza Strip and West Bank
Réunion: Reunion
Saint Barthélemy: St Barthelemy
Saint Helena: St Helena
Saint Kitts and Nevis: St Kitts and Nevis
Saint Lucia: St Lucia
Saint Martin: St Martin (French part)
Saint Pierre and Miquelon: St Pierre and Miquelon
Saint Vincent and the Grenadines: St Vincent and the Grenadines
São Tomé and Príncipe: Sao Tome and Principe
South Korea: Korea, Republic of (South)
Türkiye: Turkey
United States: United States of America
United States Virgin Islands: Virgin Islands, United States
Vatican City: Holy See
`);

/**
 * Without a counterpart: British (theirs are English, Scottish, Welsh and Northern Irish), Macanese, Vatican, Virgin
 * Islander (theirs say whether British or US). 'Amercian Samoan' is their spelling.
 */
export const RECORDS_NATIONALITIES = table(`
American Samoan: Amercian Samoan
Argentine: Argentinian
Basotho: Mosotho
Belarusian: Belorussian
Belizean: Belizian
Bissau-Guinean: Guinean-Bissau
Cabo Verdean: Cape Verdean
Comorian: Comoran
Congolese (Democratic Republic): Congolese
Croatian: Croat
Curaçaoan: Curacao People
Dominican (Dominican Republic): Dominican
Ecuadorian: Ecuadorean
Equatoguinean: Equatorial Guinean
Faroese: Faroe Islander
Greenlandic: Greenlander
Icelandic: Icelander
Ivorian: Ivoirian
Kazakhstani: Kazakh
Kosovar: Kosovac
Kyrgyz: Kyrgyzstani
Lao: Laotian
Malagasy: Malagasay
Marshallese: Marshall Islander
Monégasque: Monacan
Saint Helenian: St Helena English
Saint Lucian: St Lucian
Saint Vincentian: Vincentian
Salvadoran: Salvadorean
São Toméan: Sao Tomean
Serbian: Serb
Sierra Leonean: Sierra Leonian
Stateless: None
Timorese: East Timorese
Trinidadian and Tobagonian: Trinidadian
Uzbekistani: Uzbek
Wallisian and Futunan: Wallis and Futuna Islanders
`);

/** Sent if no language was given. The name is a guess that only the vendor's sandbox can confirm. */
export const LANGUAGE_NOT_SPECIFIED = 'Not Specified';

/** Without a counterpart: Dzongkha, and languages in the applicant's own words. */
export const RECORDS_LANGUAGES = table(`
Hokkien: Min Nan (Hokkien)
Uyghur: Uygur
Wu (Shanghainese): Wu
Odia: Oriya
Sinhala: Sinhalese
Persian: Persian (excluding Dari)
Other (East Asia): Other Eastern Asian Languages, nec
Other (South Asia): Other Southern Asian Languages
Other (Southeast Asia): Other Southeast Asian Languages
Prefer not to say / Unknown: ${LANGUAGE_NOT_SPECIFIED}
`);
