import { type DragEvent, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { checkWorkflowText, type Verdict } from './check-workflow.ts';
import { INVALID_EXAMPLE, VALID_EXAMPLE } from './examples.ts';
import { previewStudent } from './map-draft.ts';
import { pretty, ToolBody, type ToolProps } from './tool.tsx';

/** Checks workflow JSON: pasted, from a file, from the current draft, or an example. */
export function WorkflowValidator({ draft, mapping }: ToolProps) {
  const [text, setText] = useState('');
  const [verdict, setVerdict] = useState<Verdict>();
  const file = useRef<HTMLInputElement>(null);
  const take = (value: string) => {
    setText(value);
    setVerdict(undefined);
  };
  const takeFile = (chosen: File | undefined) => void chosen?.text().then(take);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    takeFile(event.dataTransfer.files[0]);
  };
  const student = draft?.form === 'student' ? draft : undefined;
  return (
    <ToolBody onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div data-part="row">
        <Button
          size="sm"
          disabled={!student}
          onClick={() => student && take(pretty(previewStudent(student, mapping, new Date()).workflow))}
        >
          Current draft
        </Button>
        <Button size="sm" onClick={() => take(pretty(VALID_EXAMPLE))}>
          Valid example
        </Button>
        <Button size="sm" onClick={() => take(pretty(INVALID_EXAMPLE))}>
          Invalid example
        </Button>
        <Button size="sm" icon="upload" onClick={() => file.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={file}
          hidden
          type="file"
          accept="application/json,.json,.txt"
          aria-label="JSON file"
          onChange={(event) => takeFile(event.target.files?.[0])}
        />
      </div>
      <label>
        Workflow JSON, pasted or dropped here
        <textarea rows={14} spellCheck={false} value={text} onChange={(event) => take(event.target.value)} />
      </label>
      <div data-part="row">
        <Button variant="primary" disabled={text.trim() === ''} onClick={() => setVerdict(checkWorkflowText(text))}>
          Check
        </Button>
      </div>
      {verdict && <VerdictView verdict={verdict} />}
    </ToolBody>
  );
}

function VerdictView({ verdict }: { readonly verdict: Verdict }) {
  if (verdict.kind === 'valid') return <Notice kind="success" role="status" title="The structure is in order" />;
  if (verdict.kind === 'not-json')
    return (
      <Notice kind="error" role="alert" title="This is not JSON">
        {verdict.reason}
      </Notice>
    );
  return (
    <>
      <Notice kind="error" role="alert" title="Form validation failed">
        {verdict.offerChecks.length > 0 && (
          <ul>
            {verdict.offerChecks.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
      </Notice>
      <div data-part="scroll">
        <table>
          <caption data-part="soft">{`${verdict.problems.length} differences`}</caption>
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">Expected</th>
              <th scope="col">Found</th>
            </tr>
          </thead>
          <tbody>
            {verdict.problems.map(({ path, expected, found }) => (
              <tr key={path}>
                <td>
                  <code translate="no">{path || 'the document'}</code>
                </td>
                <td>{expected}</td>
                <td>{found}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
