import { useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import {
  DEV_CLASSIFICATIONS,
  type DevAnswer,
  devClassification,
  devIntakes,
  devSubmit,
  devToken,
  devValidate,
} from '#contract/dev-tools.ts';
import { intakeQueries } from '#domain/intakes/intakes.ts';
import { callDev, DevCallFailed } from './dev-client.ts';
import { VALID_EXAMPLE_OFFER } from './examples.ts';
import { previewStudent } from './map-draft.ts';
import { type CurrentDraft, duration, type MappingFacts, pretty, ToolBody, type ToolProps } from './tool.tsx';

/** A call of the records API, made by our server. */
interface RecordsCall {
  readonly title: string;
  readonly endpoint: Pick<typeof devToken | typeof devClassification, 'method' | 'response'> & {
    readonly path: string;
  };
  /** The input that can be edited before sending. */
  readonly takes: 'nothing' | 'offer' | 'query';
  /** Whether the call changes data in the records. */
  readonly writes?: true;
}

const RECORDS_CALLS: readonly RecordsCall[] = [
  { title: 'Token', endpoint: devToken, takes: 'nothing' },
  { title: 'Validate an offer', endpoint: devValidate, takes: 'offer' },
  { title: 'Submit an offer', endpoint: devSubmit, takes: 'offer', writes: true },
  { title: 'Course intakes', endpoint: devIntakes, takes: 'query' },
  ...DEV_CLASSIFICATIONS.map((list) => ({
    title: `Classification ${list}`,
    endpoint: { ...devClassification, path: devClassification.path.replace(':list', list) },
    takes: 'nothing' as const,
  })),
];

/** The first query for this year's intakes (R10.6). */
const intakeQuery = (now: Date): string => new URLSearchParams(intakeQueries(now.getFullYear())[0]).toString();

type Outcome = { readonly answer: DevAnswer } | { readonly failure: string } | 'waiting';

const [FIRST_CALL] = RECORDS_CALLS as [RecordsCall, ...RecordsCall[]];

/** Calls the student-records API through our server, initially with the payload of the current draft. */
export function CricosTester({ draft, mapping, demo }: ToolProps) {
  const [call, setCall] = useState(FIRST_CALL);
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const choose = (title: string) => {
    const chosen = RECORDS_CALLS.find((one) => one.title === title) ?? FIRST_CALL;
    setCall(chosen);
    setText(startingText(chosen, draft, mapping));
    setOutcome(undefined);
  };
  const send = () => {
    setOutcome('waiting');
    void sendCall(call, text).then(setOutcome);
  };
  return (
    <ToolBody>
      <label>
        Call
        <select value={call.title} onChange={(event) => choose(event.target.value)}>
          {RECORDS_CALLS.map(({ title }) => (
            <option key={title}>{title}</option>
          ))}
        </select>
      </label>
      {call.takes !== 'nothing' && (
        <label>
          <span>{call.takes === 'offer' ? 'Payload' : 'Query'}</span>
          <textarea
            rows={call.takes === 'offer' ? 14 : 2}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
      )}
      {call.writes && !demo && (
        <Notice kind="warning" title="This makes a real offer">
          The records API keeps what it accepts.
        </Notice>
      )}
      <div data-part="row">
        <Button variant="primary" onClick={send} busy={outcome === 'waiting' ? 'Sending...' : undefined}>
          Send
        </Button>
      </div>
      {outcome !== undefined && outcome !== 'waiting' && <OutcomeView outcome={outcome} />}
    </ToolBody>
  );
}

function startingText({ takes }: RecordsCall, draft: CurrentDraft | undefined, mapping: MappingFacts): string {
  if (takes === 'nothing') return '';
  if (takes === 'query') return intakeQuery(new Date());
  return pretty(draft?.form === 'student' ? previewStudent(draft, mapping, new Date()).offer : VALID_EXAMPLE_OFFER);
}

/** Resolves to `failure` in words if the payload is no JSON or the call fails. */
async function sendCall(call: RecordsCall, text: string): Promise<Exclude<Outcome, 'waiting'>> {
  try {
    const { endpoint, takes } = call;
    const path = takes === 'query' ? `${endpoint.path}?${text.trim()}` : endpoint.path;
    return { answer: await callDev({ ...endpoint, path }, takes === 'offer' ? JSON.parse(text) : {}) };
  } catch (error) {
    if (error instanceof SyntaxError) return { failure: `The payload is not JSON: ${error.message}` };
    if (error instanceof DevCallFailed) return { failure: error.message };
    throw error;
  }
}

function OutcomeView({ outcome }: { readonly outcome: Exclude<Outcome, 'waiting'> }) {
  if ('failure' in outcome) return <Notice kind="error" role="alert" title={outcome.failure} />;
  const { status, took, headers, body } = outcome.answer;
  const fine = status !== null && status < 400;
  return (
    <>
      <Notice
        kind={fine ? 'success' : 'error'}
        role="status"
        title={`${status === null ? 'No answer' : `Status ${status}`} after ${duration(took)}`}
      />
      <h3>Headers</h3>
      <pre>
        {Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </pre>
      <h3>Body</h3>
      <pre>{pretty(body)}</pre>
    </>
  );
}
