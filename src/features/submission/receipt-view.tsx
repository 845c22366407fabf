import { Button } from '#components/button.tsx';
import { Printable } from '#components/printable.tsx';
import { formatSize } from '#domain/format/size.ts';
import { APP_VERSION } from '#platform/app-version.ts';
import { momentInWords, type Receipt } from './receipt.ts';
import { receiptHtml } from './receipt-html.ts';
import { ReceiptBox } from './submission.styles.ts';

const KEPT_FOR_DOWNLOAD_MS = 10_000;

/** The receipt: reference, time, documents with size and SHA-256; on paper also everything that was sent. */
export function ReceiptView({ receipt }: { readonly receipt: Receipt }) {
  const { reference, applicant, submittedAt, documents, sections = [] } = receipt;
  return (
    <>
      <div data-part="actions">
        <Button size="sm" icon="download" onClick={() => download(receipt)}>
          Download receipt
        </Button>
        <Button size="sm" icon="print" onClick={() => window.print()}>
          Print receipt
        </Button>
      </div>
      <Printable title="Application receipt">
        <ReceiptBox>
          <Terms
            rows={[
              { label: 'Reference', value: reference },
              { label: 'Applicant', value: applicant },
              { label: 'Submitted', value: momentInWords(submittedAt) },
            ]}
          />
          {documents.length > 0 && <h3>Documents</h3>}
          <ul>
            {documents.map(({ label, name, size, sha256 }) => (
              <li key={label}>
                {label}: {name} ({formatSize(size)})
                {sha256 && (
                  <small>
                    SHA-256 <code>{sha256}</code>
                  </small>
                )}
              </li>
            ))}
          </ul>
          <small data-part="version">Application form {APP_VERSION}</small>
          {sections.map(({ title, rows }) => (
            <section key={title} data-part="sent">
              <h3>{title}</h3>
              <Terms rows={rows} />
            </section>
          ))}
        </ReceiptBox>
      </Printable>
    </>
  );
}

const Terms = ({ rows }: { readonly rows: readonly { readonly label: string; readonly value: string }[] }) => (
  <dl>{rows.map(({ label, value }) => [<dt key={`${label} label`}>{label}</dt>, <dd key={label}>{value}</dd>])}</dl>
);

/** Saves the receipt as a file of its own. */
function download(receipt: Receipt): void {
  const url = URL.createObjectURL(new Blob([receiptHtml(receipt)], { type: 'text/html' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: `receipt-${receipt.reference}.html` });
  link.click();
  // Safari reads it only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR_DOWNLOAD_MS);
}
