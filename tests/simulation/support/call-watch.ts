import type { SubmissionRecord } from '#server/ports/ledger.ts';

/** One call, and what its process has heard of it. */
interface Call {
  readonly key: string;
  readonly process: string;
  /** `open`: no answer that says anything, as yet or ever. */
  answer: 'open' | 'accepted' | 'turned away';
  /** The ledger failed since: what was answered may not be noted. */
  isUnnoted: boolean;
}

interface Watched {
  /** The process that wrote that it began. */
  begunBy: string | undefined;
  /** Another process, or a ledger that failed, came between its beginning and its end. */
  isInterrupted: boolean;
  readonly calls: Call[];
}

/** Sees that nothing is called again whose answer is known, and that nothing is held without an unanswered call. */
export class CallWatch {
  readonly #violate: (what: string) => void;
  /** Submissions and processes that have had two runs at a time. */
  readonly #twice = new Set<string>();
  /** By submission and stage. */
  readonly #stages = new Map<string, Watched>();

  constructor(violate: (what: string) => void) {
    this.#violate = violate;
  }

  /** A call leaves; the answer is for what its process hears of it. */
  left(
    id: string,
    stage: string,
    key: string,
    process: string,
  ): (status: number, text: string, whole: boolean) => void {
    const { calls } = this.#of(id, stage);
    const last = calls.findLast((call) => call.key === key);
    const isNoted = !last?.isUnnoted && !this.#twice.has(`${id} ${process}`);
    if (last?.process === process && last.answer === 'accepted' && isNoted) {
      this.#violate(`${stage} of ${id} is called again under ${key} after an answer that took it`);
    }
    const call: Call = { key, process, answer: 'open', isUnnoted: false };
    calls.push(call);
    return (status, text, whole) => {
      if (!whole || (status >= 500 && status !== 503)) return;
      call.answer = status < 300 && !text.includes('"IsSuccess":false') ? 'accepted' : 'turned away';
    };
  }

  /** The ledger did not do what a process asked for, or did not say so. */
  ledgerFailed(process: string): void {
    for (const watched of this.#stages.values()) {
      if (watched.begunBy === process) watched.isInterrupted = true;
      for (const call of watched.calls) if (call.process === process) call.isUnnoted = true;
    }
  }

  /**
   * A process knows that the job of a submission was given to another run. Of the two, the one that writes later finds its
   * version taken, and its answer is not noted.
   */
  jobLost(id: string, process: string): void {
    this.#twice.add(`${id} ${process}`);
  }

  written(before: SubmissionRecord | undefined, after: SubmissionRecord, process: string): void {
    const { id } = after;
    for (const { name, state, held } of after.stages) {
      const known = before?.stages.find((stage) => stage.name === name);
      // The staff have settled it, or another version takes its place: what comes now is judged by its own calls.
      if ((known?.held && !held) || after.revision !== before?.revision) this.#stages.delete(`${id} ${name}`);
      const watched = this.#of(id, name);
      if (known?.state === 'in-progress' && watched.begunBy !== process) watched.isInterrupted = true;
      if (state === 'in-progress' && known?.state !== 'in-progress') watched.begunBy = process;
      const isUnanswered = watched.isInterrupted || watched.calls.some(({ answer }) => answer === 'open');
      if (held && !known?.held && !isUnanswered) this.#violate(`${name} of ${id} is held, and every call was answered`);
    }
  }

  #of(id: string, stage: string): Watched {
    const key = `${id} ${stage}`;
    const watched = this.#stages.get(key) ?? { begunBy: undefined, isInterrupted: false, calls: [] };
    this.#stages.set(key, watched);
    return watched;
  }
}
