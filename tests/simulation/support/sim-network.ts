import type { Exchange, Exchanged } from '#server/adapters/exchange.ts';
import { CallFailure } from '#server/ports/call-failure.ts';
import { letters } from './marks.ts';
import type { Observer } from './observer.ts';
import { type Outside, type SimAnswer, type SimRequest, serviceAt } from './outside.ts';
import type { SimProcess } from './sim-process.ts';
import type { World } from './world.ts';

/** Statuses by which a gateway reports a missing answer: the work may have been done. */
const OF_GATEWAYS = new Set([502, 504]);

/**
 * The network between the servers and the outside services: it delays, loses, cuts and repeats calls, and changes
 * answers.
 */
export class SimNetwork {
  readonly #world: World;
  readonly #outside: Outside;
  readonly #observer: Observer;
  /** Path prefixes of services that are unreachable at the moment. */
  readonly away = new Set<string>();
  /** How many calls under each key have not arrived yet. */
  readonly #openCalls = new Map<string, number>();

  constructor(world: World, outside: Outside, observer: Observer) {
    this.#world = world;
    this.#outside = outside;
    this.#observer = observer;
  }

  /** The outbound connection of one process. It rejects like the one over HTTP. */
  exchangeOf(process: SimProcess, timeoutMs: number): Exchange {
    return async ({ url, headers, body, leaving }) => {
      const { pathname: path } = new URL(url);
      const blocks: (string | Uint8Array)[] = [];
      // An unreadable document sends nothing: a small body is read before it is sent.
      if (typeof body === 'object') for await (const block of body.open()) blocks.push(block);
      const text =
        typeof body === 'string' ? body : blocks.map((block) => Buffer.from(block as string).toString()).join('');
      const key = headers['idempotency-key'];
      const request = { path, key, authorization: headers.authorization, body: text };
      const service = serviceAt(path);
      await this.#connect(process, request, timeoutMs);
      await leaving?.();
      const isCounted = service !== undefined && process.isAlive;
      const answered = isCounted ? this.#observer.calls(service, key ?? '', process.name) : undefined;
      const answer = await this.#carry(process, request, timeoutMs);
      answered?.(answer.status, answer.text, answer.whole);
      return answer;
    };
  }

  /** Rejects if the service is unreachable; then nothing is sent. */
  #connect(process: SimProcess, { path }: SimRequest, timeoutMs: number): Promise<void> {
    const world = this.#world;
    return new Promise((resolve, reject) => {
      if (!process.isAlive) return;
      if (!this.#isAway(path) && !world.strikes('outside unreachable')) {
        resolve();
        return;
      }
      world.time.after(Math.min(world.chance('network').int(5, 300), timeoutMs), () => {
        world.tell('network', `${path}: cannot be reached`);
        process.deliver(() => reject(new CallFailure('unreachable', 'The service could not be reached')));
      });
    });
  }

  #carry(process: SimProcess, request: SimRequest, timeoutMs: number): Promise<Exchanged> {
    const world = this.#world;
    const { time } = world;
    const random = world.chance('network');
    return new Promise((resolve, reject) => {
      if (!process.isAlive) return;
      let isOver = false;
      const end = (settle: () => void) => {
        if (!isOver) process.deliver(settle);
        isOver = true;
      };
      const lose = (why: string) => {
        world.tell('network', `${request.path}: ${why}`);
        end(() => reject(new CallFailure('unanswered', 'No answer came')));
      };
      const callOff = time.after(timeoutMs, () => lose('no answer in time'));
      const there = random.int(5, 300);
      const isLate = world.strikes('outside late');
      this.#leave(request);
      time.after(there + (isLate ? random.int(1, 10 * 60_000) : 0), () => {
        this.#arrive(request);
        if (world.strikes('outside silent')) return;
        if (world.strikes('outside cut before its effect')) {
          callOff();
          lose('the connection is cut before anything was done');
          return;
        }
        const isTwice = world.strikes('outside told twice') && this.#outside.remembers(request);
        // Until the second call arrives, it is unknown whether the calls under this key did anything.
        if (isTwice) this.#leave(request);
        const answer = this.#answerTo(request);
        if (isTwice) time.after(random.int(1, 5000), () => this.#repeat(request, answer));
        time.after(random.int(5, 300), () => {
          callOff();
          if (world.strikes('outside cut after its effect')) {
            lose('the connection is cut after it was done');
            return;
          }
          const whole = !world.strikes('outside half answer');
          const said = whole ? answer.text : answer.text.slice(0, answer.text.length / 2);
          if (answer.status !== 200 || !whole)
            world.tell('network', `${request.path}: answers ${answer.status}${whole ? '' : ', half of it'}`);
          end(() => resolve({ status: answer.status, headers: { ...answer.headers }, text: said, whole }));
        });
      });
    });
  }

  #isAway(path: string): boolean {
    if (this.#world.isCalm) return false;
    return [...this.away].some((beginning) => path.startsWith(beginning));
  }

  #leave({ key = '' }: SimRequest): void {
    this.#openCalls.set(key, (this.#openCalls.get(key) ?? 0) + 1);
  }

  #arrive({ key = '' }: SimRequest): void {
    this.#openCalls.set(key, (this.#openCalls.get(key) ?? 0) - 1);
  }

  /**
   * Simulates a proxy that thinks the first request was lost. A service that refused the first request refuses the
   * second, too, because the product trusts such an answer (docs/decisions/0001-exactly-once-delivery.md).
   */
  #repeat(request: SimRequest, { status }: SimAnswer): void {
    this.#arrive(request);
    if (!this.#outside.has(request) && !OF_GATEWAYS.has(status)) return;
    this.#world.tell('network', `${request.path}: the same request comes once more`);
    this.#outside.accept(request);
  }

  #answerTo(request: SimRequest): SimAnswer {
    const world = this.#world;
    const random = world.chance('answers');
    if (world.strikes('token ended')) this.#outside.endTokens();
    if (world.strikes('outside fails after its effect')) {
      this.#outside.accept(request);
      return { status: random.pick([500, 502, 504]), text: quoting(request) };
    }
    if (world.strikes('outside busy')) {
      const status = random.pick([500, 503, 408, 429, 502, 504]);
      if (OF_GATEWAYS.has(status) && random.next() < 0.5) this.#outside.accept(request);
      const after = random.pick(['', '1', '30', '86400', '31536000', 'soon', 'Fri, 01 Jan 2038 00:00:00 GMT']);
      return { status, text: quoting(request), ...(after === '' ? {} : { headers: { 'retry-after': after } }) };
    }
    // A refusal of the content means that nothing was done, and the product trusts it
    // (docs/decisions/0001-exactly-once-delivery.md). The gateway knows nothing of earlier calls.
    const mayBeDone = (this.#openCalls.get(request.key ?? '') ?? 0) > 0 || this.#outside.has(request);
    if (world.strikes('outside refuses')) return this.#outside.refuse(request, quoting(request), mayBeDone);
    const answer = this.#outside.accept(request);
    if (answer.status !== 200 || !world.strikes('outside odd answer')) return answer;
    // Not a web page: that would be a sign-in page, which means that the service accepted nothing.
    return {
      status: random.pick([200, 201, 202, 204]),
      text: random.pick(['', '<done/>', '[]', 'null', `{"${letters(7)}":{}}`, quoting(request)]),
    };
  }
}

/** The text of a refusal may quote the address, the token and personal data. */
function quoting({ path, authorization, body }: SimRequest): string {
  const person = /Quill\w+/.exec(body)?.[0] ?? 'nobody';
  return `https://records.sim${path}?key=s3cret-key does not take ${person} with "${person}" by ${authorization}`;
}
