import { safeParse } from 'valibot';
import { submissionSchema } from '#contract/submission.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { parseJson } from '#platform/parse-json.ts';

/** No event for so long: the line may be dead though nobody has said so, and the server is asked. */
const QUIET_MS = 5000;

/**
 * Tells every change of a submission until it is processed or the returned function is called.
 *
 * The browser's EventSource connects again by itself after a cut and says which event it saw last; where it gives up,
 * does not exist, or stays silent (a proxy may hold events back), the server is asked every few seconds instead.
 * @param eventsPath of the server-sent events: unnamed messages, each the whole submission as JSON (contract §7)
 * @param statePath of the submission itself
 */
export function followSubmission(
  eventsPath: string,
  statePath: string,
  onChange: (submission: Submission) => void,
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
    source?.close();
  };
  const take = (answer: unknown) => {
    const submission = safeParse(submissionSchema, answer);
    if (stopped || !submission.success) return;
    onChange(submission.output);
    if (submission.output.status === 'processed') stop();
  };
  const listen = () => {
    if (stopped || typeof EventSource === 'undefined' || (source && source.readyState !== EventSource.CLOSED)) return;
    source = new EventSource(eventsPath);
    source.onmessage = ({ data }) => {
      watch();
      take(parseJson(data));
    };
  };
  const ask = async () => {
    take(await fetch(statePath, { cache: 'no-store' }).then(readJson, () => undefined));
    if (stopped) return;
    listen();
    watch();
  };
  const watch = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(ask, QUIET_MS);
  };
  listen();
  watch();
  return stop;
}

const readJson = async (answer: Response): Promise<unknown> => (answer.ok ? parseJson(await answer.text()) : undefined);
