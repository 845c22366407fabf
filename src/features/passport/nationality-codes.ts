/** The form's nationalities by their codes in passports (ICAO Doc 9303 part 3, section 5). */
const ENTRIES = `AFG Afghan|ALB Albanian|DZA Algerian|USA American|AND Andorran|AGO Angolan|ATG Antiguan|ARG Argentine
ARM Armenian|AUS Australian|AUT Austrian|AZE Azerbaijani|BHS Bahamian|BHR Bahraini|BGD Bangladeshi|BRB Barbadian
LSO Basotho|BLR Belarusian|BEL Belgian|BLZ Belizean|BEN Beninese|BTN Bhutanese|GNB Bissau-Guinean|BOL Bolivian
BIH Bosnian|BWA Botswanan|BRA Brazilian|GBR British|BRN Bruneian|BGR Bulgarian|BFA Burkinabe|MMR Burmese|BDI Burundian
CPV Cabo Verdean|KHM Cambodian|CMR Cameroonian|CAN Canadian|CAF Central African|TCD Chadian|CHL Chilean|CHN Chinese
COL Colombian|COM Comorian|COG Congolese|COD Congolese (Democratic Republic)|CRI Costa Rican|HRV Croatian|CUB Cuban
CYP Cypriot|CZE Czech|DNK Danish|DJI Djiboutian|DMA Dominican|DOM Dominican (Dominican Republic)|NLD Dutch
ECU Ecuadorian|EGY Egyptian|ARE Emirati|GNQ Equatoguinean|ERI Eritrean|EST Estonian|ETH Ethiopian|FJI Fijian
PHL Filipino|FIN Finnish|FRA French|GAB Gabonese|GMB Gambian|GEO Georgian|D German|GHA Ghanaian|GRC Greek|GRD Grenadian
GTM Guatemalan|GIN Guinean|GUY Guyanese|HTI Haitian|HND Honduran|HUN Hungarian|KIR I-Kiribati|ISL Icelandic|IND Indian
IDN Indonesian|IRN Iranian|IRQ Iraqi|IRL Irish|ISR Israeli|ITA Italian|CIV Ivorian|JAM Jamaican|JPN Japanese
JOR Jordanian|KAZ Kazakhstani|KEN Kenyan|KNA Kittitian|KOR Korean|RKS Kosovar|KWT Kuwaiti|KGZ Kyrgyz|LAO Lao|LVA Latvian
LBN Lebanese|LBR Liberian|LBY Libyan|LIE Liechtensteiner|LTU Lithuanian|LUX Luxembourger|MKD Macedonian|MDG Malagasy
MWI Malawian|MYS Malaysian|MDV Maldivian|MLI Malian|MLT Maltese|MHL Marshallese|MRT Mauritanian|MUS Mauritian|MEX Mexican
FSM Micronesian|MDA Moldovan|MCO Monégasque|MNG Mongolian|MNE Montenegrin|MAR Moroccan|MOZ Mozambican|NAM Namibian
NRU Nauruan|NPL Nepalese|NZL New Zealander|NIC Nicaraguan|NGA Nigerian|NER Nigerien|PRK North Korean|NOR Norwegian
OMN Omani|PAK Pakistani|PLW Palauan|PSE Palestinian|PAN Panamanian|PNG Papua New Guinean|PRY Paraguayan|PER Peruvian
POL Polish|PRT Portuguese|QAT Qatari|ROU Romanian|RUS Russian|RWA Rwandan|LCA Saint Lucian|VCT Saint Vincentian
SLV Salvadoran|WSM Samoan|SMR Sammarinese|STP São Toméan|SAU Saudi|SEN Senegalese|SRB Serbian|SYC Seychellois
SLE Sierra Leonean|SGP Singaporean|SVK Slovak|SVN Slovenian|SLB Solomon Islander|SOM Somali|ZAF South African
SSD South Sudanese|ESP Spanish|LKA Sri Lankan|XXA Stateless|SDN Sudanese|SUR Surinamese|SWZ Swazi|SWE Swedish|CHE Swiss
SYR Syrian|TWN Taiwanese|TJK Tajikistani|TZA Tanzanian|THA Thai|TLS Timorese|TGO Togolese|TON Tongan
TTO Trinidadian and Tobagonian|TUN Tunisian|TUR Turkish|TKM Turkmen|TUV Tuvaluan|UGA Ugandan|UKR Ukrainian|URY Uruguayan
UZB Uzbekistani|VUT Vanuatuan|VAT Vatican|VEN Venezuelan|VNM Vietnamese|YEM Yemeni|ZMB Zambian|ZWE Zimbabwean`.split(
  /[|\n]/,
);

const NATIONALITIES: ReadonlyMap<string, string> = new Map(
  ENTRIES.map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]),
);

/** Undefined for codes without a single name in the form's list, such as GBO. */
export const nationalityOf = (code: string): string | undefined => NATIONALITIES.get(code);
