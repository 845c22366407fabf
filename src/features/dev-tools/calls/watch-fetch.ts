import type { CallLog } from './call-log.ts';
import type { Link } from './link.ts';
import { ownPath, plainHeaders, readableBody } from './readable-body.ts';

/**
 * Puts itself before the page's `fetch`: calls to our own server pass the link and are noted in the log; others are let
 * through unseen. Returns what takes it away again.
 */
export function watchFetch(log: CallLog, link: Link): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const path = ownPath(input instanceof Request ? input.url : String(input));
    if (path === undefined) return real(input, init);
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), init);
    const requestBody = await readableBody(request);
    const finish = log.start({
      method: request.method,
      path,
      requestHeaders: plainHeaders(request.headers),
      ...(requestBody && { requestBody }),
    });
    try {
      await link.pass();
      const answer = await real(request);
      void noteAnswer(answer, finish);
      return answer;
    } catch (reason) {
      finish({ failure: reason instanceof Error ? reason.message : String(reason) });
      throw reason;
    }
  };
  return () => {
    globalThis.fetch = real;
  };
}

/** Reads a copy, so that whoever called gets the answer as it came and when it came. */
async function noteAnswer(answer: Response, finish: ReturnType<CallLog['start']>): Promise<void> {
  const head = { status: answer.status, answerHeaders: plainHeaders(answer.headers) };
  try {
    finish({ ...head, answerBody: await readableBody(answer) });
  } catch {
    finish({ ...head, failure: 'The answer broke off' });
  }
}
