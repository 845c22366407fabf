import { APP_VERSION } from '#components/institute.tsx';
import type { CollegeFacts } from '#contract/college.ts';
import { formatSize } from '#domain/format/size.ts';
import { LANGUAGE } from '#domain/institute.ts';
import { escapeHtml, paperPage, sectionsHtml, termsHtml } from './paper-page.ts';
import type { Receipt, ReceiptDocument, ReceiptSection } from './sent-records.ts';

const longTime = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'full', timeStyle: 'long' });

/** In the visitor's time zone, with its name. */
export const formatFullMoment = (iso: string): string => longTime.format(new Date(iso));

/** Shown beside an application number, since it may start with OFFER. */
export const NO_OFFER = 'This number is for your application. It is not an offer of a place.';

export const nextSteps = ({ email }: Partial<CollegeFacts>): readonly string[] => [
  'Our admissions team reads your application.',
  'They write to the e-mail address in your application.',
  `To change something or to ask, write to ${email ?? 'the college'}. Give your application number.`,
];

const rowOf = ({ label, name, size, sha256 }: ReceiptDocument): string =>
  `<tr><td>${escapeHtml(label)}</td><td translate="no">${escapeHtml(name)}</td><td>${formatSize(size)}</td>` +
  `<td translate="no"><code>${escapeHtml(sha256 ?? 'not computed')}</code></td></tr>`;

/** Our number, and the number in the college's records. Neither label suggests an offer of a place. */
export const referenceRows = ({ reference, recordsReference }: Receipt): ReceiptSection['rows'] => [
  { label: 'Application number', value: reference },
  ...(recordsReference === undefined ? [] : [{ label: 'Number in the college records', value: recordsReference }]),
];

/** The accepted terms, and the CRICOS codes of the college. */
export const collegeRows = (
  { terms }: Receipt,
  { cricosProviderCode, cricosCourseCode }: Partial<CollegeFacts>,
): ReceiptSection['rows'] => [
  ...(terms ? [{ label: 'Terms agreed to', value: `Version ${terms.version}, SHA-256 ${terms.sha256}` }] : []),
  ...(cricosProviderCode ? [{ label: 'CRICOS provider code', value: cricosProviderCode }] : []),
  ...(cricosCourseCode ? [{ label: 'CRICOS course code', value: cricosCourseCode }] : []),
];

export function receiptHtml(receipt: Receipt, college: Partial<CollegeFacts>): string {
  const { id, reference, applicant, submittedAt, documents, sections = [] } = receipt;
  const facts = [
    ...referenceRows(receipt),
    { label: 'Applicant', value: applicant },
    { label: 'Submitted', value: formatFullMoment(submittedAt) },
    { label: 'Application', value: id },
    ...collegeRows(receipt, college),
  ];
  return paperPage({
    title: `Receipt ${reference}`,
    heading: 'Application receipt',
    college: college.name,
    body: `${termsHtml(facts)}
<p>${NO_OFFER}</p>
<h2>What happens next</h2>
<ol>${nextSteps(college)
      .map((line) => `<li>${escapeHtml(line)}</li>`)
      .join('')}</ol>
<h2>Documents</h2>
<table><thead><tr><th>Document</th><th>File</th><th>Size</th><th>SHA-256</th></tr></thead>
<tbody>${documents.map(rowOf).join('\n')}</tbody></table>
${sectionsHtml(sections)}
<footer>The SHA-256 is the fingerprint of a file: the same file always gives the same one.
Application form ${escapeHtml(APP_VERSION)}.</footer>`,
  });
}
