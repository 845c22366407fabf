import { useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { CopyButton } from '../copy-button.tsx';
import { duration, pretty } from '../format.ts';
import { ToolBody } from '../tool.tsx';
import { findCalls, type RecordedCall } from './call-log.ts';
import { callLog } from './recorder.ts';
import { toCurl } from './to-curl.ts';

const time = new Intl.DateTimeFormat('en-AU', { timeStyle: 'medium' });

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
        {found.length} of {calls.length} calls
      </p>
      {found.map((call) => (
        <details key={call.id}>
          <summary>
            <code>
              {call.method} {call.path}
            </code>{' '}
            {outcome(call)}
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
      <h3>Request</h3>
      <pre>{message(call.requestHeaders, call.requestBody)}</pre>
      <h3>Answer</h3>
      <pre>{call.failure ?? message(call.answerHeaders, call.answerBody)}</pre>
    </ToolBody>
  );
}

const message = (headers: Readonly<Record<string, string>> = {}, body = ''): string =>
  [
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    pretty(body),
  ]
    .join('\n\n')
    .trim();
