import { useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { LANGUAGE } from '#domain/institute.ts';
import { type ApiCall, apiCalls, findCalls } from './api-calls.ts';
import { CopyButton, duration, pretty, ToolBody } from './tool.tsx';

const time = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'medium' });

/** The last calls of this page to our server, newest first, each with its request and answer. */
export function ApiDebug() {
  const calls = useSyncExternalStore(apiCalls.subscribe, apiCalls.calls);
  const [search, setSearch] = useState('');
  const found = findCalls(calls, search);
  return (
    <ToolBody>
      <div data-part="row">
        <label>
          Search
          <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
        <Button size="sm" onClick={apiCalls.clear}>
          Clear
        </Button>
      </div>
      <p data-part="soft" role="status">
        {`${found.length} of ${calls.length} calls`}
      </p>
      {found.map((call) => (
        <details key={call.id}>
          <summary>
            <code translate="no">{nameOf(call)}</code>
            <span>{` ${outcomeOf(call)}`}</span>
          </summary>
          <Call call={call} />
        </details>
      ))}
      <p data-part="soft">Uploads and checks of the connection are in the browser’s Network panel.</p>
    </ToolBody>
  );
}

const nameOf = ({ endpoint, request }: ApiCall): string => (request ? `${request.method} ${request.path}` : endpoint);

function outcomeOf({ took, request, isError }: ApiCall): string {
  if (took === undefined) return 'no answer yet';
  return `${request?.status ?? (isError ? 'no answer' : '')}, ${duration(took)}`;
}

function Call({ call }: { readonly call: ApiCall }) {
  const { endpoint, args, answer, request, startedAt } = call;
  const headers = Object.entries(request?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <ToolBody>
      <div data-part="row">
        <span data-part="soft">{`${endpoint}, ${time.format(startedAt)}`}</span>
        <CopyButton text={() => pretty(call)}>Copy JSON</CopyButton>
      </div>
      <h3>Arguments</h3>
      {args === undefined ? <p data-part="soft">None</p> : <pre>{pretty(args)}</pre>}
      <h3>{call.isError ? 'Error' : 'Answer'}</h3>
      {answer === undefined ? <p data-part="soft">None</p> : <pre>{pretty(answer)}</pre>}
      {headers.length > 0 && (
        <details>
          <summary>{`${headers.length} headers`}</summary>
          <pre>{headers.join('\n')}</pre>
        </details>
      )}
    </ToolBody>
  );
}
