import { useMemo, useState } from 'react';
import type { Answers } from '#domain/form/form.ts';
import { previewAgency, previewShort, previewStudent } from './map-draft.ts';
import { CopyButton, type CurrentDraft, type MappingFacts, pretty, ToolBody, type ToolProps } from './tool.tsx';
import { traceSources } from './trace-sources.ts';

type PayloadPreview = (draft: CurrentDraft, facts: MappingFacts, now: Date) => unknown;

/** The documents that the server sends, by form. */
const PREVIEWS: readonly {
  readonly title: string;
  readonly form: CurrentDraft['form'];
  readonly map: PayloadPreview;
}[] = [
  { title: 'Offer', form: 'student', map: (...all) => previewStudent(...all).offer },
  { title: 'Workflow JSON', form: 'student', map: (...all) => previewStudent(...all).workflow },
  { title: 'File workflow', form: 'student', map: (...all) => previewStudent(...all).files },
  { title: 'Multipart fields', form: 'short', map: (draft, _facts, now) => previewShort(draft, now) },
  { title: 'Multipart fields', form: 'agency', map: (draft, _facts, now) => previewAgency(draft, now) },
];

/** What the current draft would send now, each value with the answers that it comes from. */
export function JsonPreview({ draft, mapping }: ToolProps) {
  const previews = PREVIEWS.filter(({ form }) => form === draft?.form);
  const [title, setTitle] = useState('');
  const preview = previews.find((one) => one.title === title) ?? previews[0];
  if (!draft || !preview) {
    return (
      <ToolBody>
        <p>No application is open. Open one, and this shows what it would send.</p>
      </ToolBody>
    );
  }
  return (
    <ToolBody>
      <label>
        Document
        <select value={preview.title} onChange={(event) => setTitle(event.target.value)}>
          {previews.map((one) => (
            <option key={one.title}>{one.title}</option>
          ))}
        </select>
      </label>
      <TracedDocument key={preview.title} {...{ draft, mapping }} map={preview.map} />
    </ToolBody>
  );
}

interface TracedProps {
  readonly draft: CurrentDraft;
  readonly mapping: MappingFacts;
  readonly map: PayloadPreview;
}

function TracedDocument({ draft, mapping, map }: TracedProps) {
  const { document, values } = useMemo(() => {
    const now = new Date();
    const mapped = (answers: Answers) => map({ ...draft, answers }, mapping, now);
    return { document: mapped(draft.answers), values: traceSources(mapped, draft.answers) };
  }, [draft, mapping, map]);
  return (
    <>
      <div data-part="row">
        <CopyButton text={() => pretty(document)}>Copy JSON</CopyButton>
        <span data-part="soft">{`${values.length} values`}</span>
      </div>
      <div data-part="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">Value</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {values.map(({ path, value, sources }) => (
              <tr key={path}>
                <td>
                  <code translate="no">{path}</code>
                </td>
                <td>
                  <code translate="no">{JSON.stringify(value)}</code>
                </td>
                <td>{sources.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
