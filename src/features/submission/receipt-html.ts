import { COLORS } from '#components/colors.ts';
import { APP_VERSION } from '#components/institute.tsx';
import { formatSize } from '#domain/format/size.ts';
import { INSTITUTE, LANGUAGE } from '#domain/institute.ts';
import type { Receipt, ReceiptDocument, ReceiptSection } from './sent-notes.ts';

const longTime = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'full', timeStyle: 'long' });

/** The moment of a receipt in words, in the visitor's time zone, which is named. */
export const momentInWords = (iso: string): string => longTime.format(new Date(iso));

/** A receipt is read on paper, so that it has the light colours only. */
const { surface, ink, inkSoft, line, accent } = COLORS;

const STYLE = `
@page { margin: 18mm }
* { box-sizing: border-box }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1.5rem; color: ${ink.light}; background: ${surface.light};
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif }
header { padding-bottom: 1rem; border-bottom: 2px solid ${accent.light} }
header p { margin: 0; color: ${inkSoft.light} }
h1 { margin: .25rem 0 0; font-size: 1.75rem; line-height: 1.2 }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; break-after: avoid }
dl { display: grid; grid-template-columns: 2fr 3fr; gap: .25rem 1.5rem; margin: 1rem 0 0 }
dt { color: ${inkSoft.light} } dd { margin: 0; overflow-wrap: anywhere }
table { width: 100%; border-collapse: collapse; font-size: .9375rem }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid ${line.light}; text-align: left; vertical-align: top }
tr { break-inside: avoid }
td:nth-child(3) { white-space: nowrap }
code { font: .8125rem/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
footer { margin-top: 2.5rem; color: ${inkSoft.light}; font-size: .875rem }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10.5pt } }
`;

/** Text as HTML shows it, whatever somebody has typed. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const terms = (rows: readonly { readonly label: string; readonly value: string }[]): string =>
  `<dl>${rows.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;

const sectionOf = ({ title, rows }: ReceiptSection): string =>
  `<section><h2>${escapeHtml(title)}</h2>${terms(rows)}</section>`;

const rowOf = ({ label, name, size, sha256 }: ReceiptDocument): string =>
  `<tr><td>${escapeHtml(label)}</td><td>${escapeHtml(name)}</td><td>${formatSize(size)}</td>` +
  `<td><code>${escapeHtml(sha256 ?? 'not computed')}</code></td></tr>`;

/** A receipt as one HTML document that needs nothing else: to keep, to send, to print. */
export function receiptHtml(receipt: Receipt): string {
  const { id, reference, applicant, submittedAt, documents, sections = [] } = receipt;
  const facts = [
    { label: 'Reference', value: reference },
    { label: 'Applicant', value: applicant },
    { label: 'Submitted', value: momentInWords(submittedAt) },
    { label: 'Application', value: id },
  ];
  return `<!doctype html>
<html lang="${LANGUAGE}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Receipt ${escapeHtml(reference)}</title>
<style>${STYLE}</style>
<header><p>${INSTITUTE.name}</p><h1>Application receipt</h1></header>
${terms(facts)}
<h2>Documents</h2>
<table><thead><tr><th>Document</th><th>File</th><th>Size</th><th>SHA-256</th></tr></thead>
<tbody>${documents.map(rowOf).join('\n')}</tbody></table>
${sections.map(sectionOf).join('\n')}
<footer>Questions? Write to ${INSTITUTE.admissions.email} and name the reference.
The SHA-256 is the fingerprint of a file: the same file always gives the same one.
Application form ${escapeHtml(APP_VERSION)}.</footer>
</html>
`;
}
