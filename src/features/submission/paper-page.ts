import { COLORS } from '#components/colors.ts';
import { LANGUAGE } from '#domain/institute.ts';
import { saveFile } from '#platform/save-file.ts';
import type { ReceiptSection } from './sent-records.ts';

/** Light colours only, since the page is for printing. */
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
.mark { display: none }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10.5pt }
  .pages { display: table; width: 100% } .marked { display: table-row-group }
  .mark { display: table-header-group; break-inside: avoid; font-size: .875rem; font-weight: bold } }
`;

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const termsHtml = (rows: ReceiptSection['rows']): string =>
  `<dl>${rows.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd translate="no">${escapeHtml(value)}</dd>`).join('')}</dl>`;

const sectionOf = ({ title, rows }: ReceiptSection): string =>
  `<section><h2>${escapeHtml(title)}</h2>${termsHtml(rows)}</section>`;

export const sectionsHtml = (sections: readonly ReceiptSection[]): string => sections.map(sectionOf).join('\n');

interface PaperPage {
  /** In the tab, and in the margin that the browser prints. */
  readonly title: string;
  readonly heading: string;
  /** The college's name, if known. */
  readonly college: string | undefined;
  /** HTML. */
  readonly body: string;
  /** Repeated on each printed page as a table head, which every browser supports. */
  readonly mark?: string;
}

/** One self-contained HTML document to save, send or print. */
export const paperPage = ({ title, heading, college, body, mark }: PaperPage): string => `<!doctype html>
<html lang="${LANGUAGE}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<header>${college ? `<p translate="no">${escapeHtml(college)}</p>` : ''}<h1>${escapeHtml(heading)}</h1></header>
${mark === undefined ? body : marked(mark, body)}
</html>
`;

const marked = (mark: string, body: string): string =>
  `<div class="pages"><p class="mark">${escapeHtml(mark)}</p><div class="marked">${body}</div></div>`;

export const downloadPage = (html: string, name: string): void =>
  saveFile(new Blob([html], { type: 'text/html' }), name);
