import { useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { LANGUAGE } from '#domain/institute.ts';
import { findCalls, type RecordedCall, toCurl } from './call-log.ts';
import { callLog } from './recorder.ts';
import { CopyButton, duration, pretty, ToolBody } from './tool.tsx';

const time = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'medium' });

/** The last calls of this page to our server, newest first; each opens to its request and its answer. */
export function ApiDebug() {
  const calls = useSyncExternalStore(callLog.subscribe, callLog.calls);
  const [search, setSearch] = useState('');
  const found = findCalls(calls, search);
  return (
    <ToolBody>
      <div data-part="row">
        <label>
          Search
          <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
        <Button size="sm" onClick={callLog.clear}>
          Clear
        </Button>
      </div>
      <p data-part="soft" role="status">
        {`${found.length} of ${calls.length} calls`}
      </p>
      {found.map((call) => (
        <details key={call.id}>
          <summary>
            <code translate="no">{`${call.method} ${call.path}`}</code>
            <span>{` ${outcome(call)}`}</span>
          </summary>
          <CallDetails call={call} />
        </details>
      ))}
    </ToolBody>
  );
}

function outcome({ status, failure, took }: RecordedCall): string {
  if (took === undefined) return 'on its way';
  return `${status ?? failure}, ${duration(took)}`;
}

function CallDetails({ call }: { readonly call: RecordedCall }) {
  return (
    <ToolBody>
      <div data-part="row">
        <span data-part="soft">{time.format(call.startedAt)}</span>
        <CopyButton text={() => toCurl(call, location.origin)}>Copy as cURL</CopyButton>
      </div>
      <Part title="Request" headers={call.requestHeaders} body={call.requestBody} />
      {call.failure ? (
        <Notice kind="error" title={call.failure} />
      ) : (
        <Part title="Answer" headers={call.answerHeaders} body={call.answerBody} />
      )}
    </ToolBody>
  );
}

interface PartProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: string | undefined;
}

/** A request or an answer: what it says first, its headers for whoever asks. */
function Part({ title, headers = {}, body }: PartProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <h3>{title}</h3>
      {body ? <pre>{pretty(body)}</pre> : <p data-part="soft">No body</p>}
      {lines.length > 0 && (
        <details>
          <summary>{`${lines.length} headers`}</summary>
          <pre>{lines.join('\n')}</pre>
        </details>
      )}
    </>
  );
}
