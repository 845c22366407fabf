import type { SubmissionRecord } from '#server/ports/ledger.ts';

/** One call, and what its process knows of the answer. */
interface Call {
  readonly key: string;
  readonly process: string;
  /** `open`: no clear answer so far. */
  answer: 'open' | 'accepted' | 'turned away';
  /** Whether the ledger failed after the call, so that its answer may not be saved. */
  isUnnoted: boolean;
}

interface Watched {
  /** The process that wrote the beginning of the stage. */
  begunBy: string | undefined;
  /** Whether another process or a failed ledger write came between the stage's beginning and its end. */
  isInterrupted: boolean;
  readonly calls: Call[];
}

/** Checks that no call is repeated after a clear answer, and that nothing is held without an unanswered call. */
export class CallWatch {
  readonly #violate: (what: string) => void;
  /** Submissions and processes that once had two runs at a time. */
  readonly #twice = new Set<string>();
  /** By submission and stage. */
  readonly #stages = new Map<string, Watched>();

  constructor(violate: (what: string) => void) {
    this.#violate = violate;
  }

  /** Records a call. The returned functions record its answer. */
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

  /** A write of the process failed, or the process got no answer to it. */
  ledgerFailed(process: string): void {
    for (const watched of this.#stages.values()) {
      if (watched.begunBy === process) watched.isInterrupted = true;
      for (const call of watched.calls) if (call.process === process) call.isUnnoted = true;
    }
  }

  /**
   * A process knows that the job of a submission was given to another run. The run that writes later has an old
   * version, so its answer is not saved.
   */
  jobLost(id: string, process: string): void {
    this.#twice.add(`${id} ${process}`);
  }

  written(before: SubmissionRecord | undefined, after: SubmissionRecord, process: string): void {
    const { id } = after;
    for (const { name, state, held } of after.stages) {
      const known = before?.stages.find((stage) => stage.name === name);
      // The staff settled it, or a new version replaces it: later calls are judged separately.
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
