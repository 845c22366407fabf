import type { ApplicationBody } from '#contract/applications.ts';
import { lostSlots } from '#domain/submission/submission.ts';
import type { AppError } from '#server/errors.ts';
import type { SubmissionRecord } from '#server/ports/ledger.ts';
import { answersOf, WISHES, type Wish } from './applications.ts';
import type { Front } from './front.ts';
import { letters } from './marks.ts';
import type { Observer } from './observer.ts';
import { Papers } from './papers.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** The time that servers need to recover from failures automatically, after the faults have ended. */
export const QUIET_AFTER_MS = 2 * 60 * MINUTE_MS;

interface Version {
  readonly papers: ReturnType<Papers['kept']>;
}

/** An applicant with a bad connection who sometimes changes an answer. */
export class Applicant {
  readonly id: string;
  readonly mark: string;
  readonly wish: Wish;
  readonly #world: World;
  readonly #front: Front;
  readonly #observer: Observer;
  readonly #papers: Papers;
  /** All versions, oldest first. */
  readonly #versions: Version[] = [];
  /** The index of the wanted version. */
  #revision = 0;
  /** The version that a server accepted last, if its answer arrived. */
  #taken: number | undefined;
  /** Sent versions without an answer: the server may have them or not. */
  readonly #doubted = new Set<number>();
  #isDone = false;

  constructor(index: number, { world, front, observer }: { world: World; front: Front; observer: Observer }) {
    const random = world.chance('applicants');
    const hex = random.hex(32);
    this.id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    this.mark = letters(index);
    this.wish = random.pick(WISHES);
    this.#world = world;
    this.#front = front;
    this.#observer = observer;
    this.#papers = new Papers(world, front, this);
    observer.person(this);
    for (const slot of this.wish.required) this.#papers.attach(slot);
    for (const slot of this.wish.optional) if (random.next() < 0.4) this.#papers.attach(slot);
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Whether the college may receive this version. */
  mayBe(revision: string): boolean {
    return [this.#taken, ...this.#doubted].some((one) => one !== undefined && letters(one) === revision);
  }

  /** Everything from the first visit to the receipt. */
  async live(): Promise<void> {
    const random = this.#world.chance('applicants');
    const faultsMs = this.#world.mix.hours * 60 * MINUTE_MS;
    await this.#sleep(random.next() * faultsMs * 0.6);
    while (!this.#world.isCalm) {
      await this.#act();
      const pause = random.pick([5_000, MINUTE_MS, faultsMs / 20]) * (0.5 + random.next());
      await this.#sleep(Math.min(pause, faultsMs - this.#world.time.now + 1));
    }
    await this.#sleep(QUIET_AFTER_MS);
    while (!this.#isDone) {
      await this.#finish();
      await this.#sleep(2 * MINUTE_MS);
    }
  }

  readonly #sleep = (ms: number): Promise<void> => this.#world.time.sleep(ms);

  /** The applicant's next action, while faults still occur. */
  async #act(): Promise<void> {
    const world = this.#world;
    if (this.#taken === undefined) return this.#submit();
    const reply = await this.#front.look(this.mark, this.id);
    const record = reply.kind === 'answer' ? reply.value : undefined;
    if (record?.status === 'error' && record.retryAt === undefined && (await this.#answerTrouble(record))) return;
    if (world.strikes('applicant repeats')) await this.#submit();
    if (world.strikes('applicant changes')) await this.#change();
    if (world.strikes('applicant attaches another document')) this.#exchange();
    if (world.strikes('applicant deletes a document')) await this.#delete();
    if (world.strikes('applicant names another’s document')) await this.#borrow();
  }

  /** Brings what was lost, or tries again. Returns whether there was anything to do. */
  async #answerTrouble({ stages }: SubmissionRecord): Promise<boolean> {
    const lost = lostSlots(stages);
    for (const slot of lost) this.#papers.forget(slot);
    if (lost.length === 0 && this.#world.chance('applicants').next() < 0.5) return false;
    await this.#submit();
    return true;
  }

  async #finish(): Promise<void> {
    const reply = await this.#front.look(this.mark, this.id);
    const record = reply.kind === 'answer' ? reply.value : undefined;
    this.#isDone = record?.status === 'processed' || record?.purgedAt !== undefined;
    if (this.#isDone) return;
    if (record) for (const slot of lostSlots(record.stages)) this.#papers.forget(slot);
    await this.#submit();
  }

  async #change(): Promise<void> {
    const random = this.#world.chance('applicants');
    this.#revision = this.#versions.length;
    if (random.next() < 0.5) this.#papers.attach(random.pick([...this.wish.required, ...this.wish.optional]));
    if (random.next() < 0.2) for (const slot of this.wish.optional) this.#papers.drop(slot);
    await this.#submit();
  }

  /**
   * Uploads another file for a slot and no more: for another application, or because the applicant changes their mind.
   */
  #exchange(): void {
    const random = this.#world.chance('applicants');
    const other = new Papers(this.#world, this.#front, this);
    other.attach(random.pick([...this.wish.required, ...this.wish.optional]));
    void other.bringAll();
  }

  async #delete(): Promise<void> {
    const slots = [...this.#papers.kept().keys()];
    const slot = slots.length === 0 ? undefined : this.#world.chance('applicants').pick(slots);
    const upload = slot && this.#papers.uploadIn(slot);
    if (slot === undefined || upload === undefined) return;
    const reply = await this.#front.remove(this.mark, upload);
    // Without an answer, it is unknown whether the document exists: the next PUT with it will show.
    if (reply.kind === 'answer') this.#papers.forget(slot);
  }

  /** Names another applicant's document instead of their own; the server must refuse it. */
  async #borrow(): Promise<void> {
    const [own, ...others] = this.#papers.references() ?? [];
    const foreign = own && this.#observer.uploadOfAnother(this.mark, own.slot);
    if (own === undefined || foreign === undefined) return;
    const { sha256: _sha256, ...reference } = own;
    const values = answersOf(this.wish, this.mark, this.#versions.length);
    const documents = [{ ...reference, uploadId: foreign.id, size: foreign.size }, ...others];
    const reply = await this.#front.put(this.mark, this.id, this.wish.kind, {
      variant: this.wish.variant,
      values,
      documents,
    });
    if (reply.kind === 'answer') this.#observer.violate(`${this.id} was accepted with another applicant’s document`);
  }

  async #submit(): Promise<void> {
    if (!(await this.#papers.bringAll())) return;
    const documents = this.#papers.references();
    if (documents === undefined) return;
    const { wish, mark } = this;
    const revision = this.#revision;
    this.#versions[revision] = { papers: this.#papers.kept() };
    const values = answersOf(wish, mark, revision);
    const body: ApplicationBody = { variant: wish.variant, values, documents: [...documents] };
    const reply = await this.#front.put(mark, this.id, wish.kind, body);
    if (reply.kind === 'nothing') this.#doubted.add(revision);
    else if (reply.kind === 'refused') this.#refused(reply.error, revision);
    else this.#answered(revision, reply.value);
  }

  #answered(revision: number, { id }: SubmissionRecord): void {
    if (this.#observer.record(id) === undefined) this.#observer.violate(`${id} was acknowledged, but no ledger has it`);
    this.#taken = revision;
  }

  #refused({ code, facts }: AppError, revision: number): void {
    switch (code) {
      case 'UPLOAD_MISMATCH':
        // The servers wait for the documents of another version.
        if (facts.detail?.startsWith('This is not the file')) this.#goBack();
        else for (const slot of Object.keys(facts.fieldErrors ?? {})) this.#papers.forget(slot);
        return;
      case 'ALREADY_SUBMITTED':
      case 'SUBMISSION_IN_PROGRESS':
        this.#goBack();
        return;
      case 'UNAVAILABLE':
        this.#doubted.add(revision);
        return;
      case 'NOT_CONFIGURED':
      case 'STORAGE_FULL':
        return;
      default:
        this.#observer.violate(`a valid application was refused: ${code} ${JSON.stringify(facts.fieldErrors)}`);
    }
  }

  /** Returns to the version that the servers accepted last, or to the newest one if there is none. */
  #goBack(): void {
    this.#revision = this.#revision > 0 ? this.#revision - 1 : this.#versions.length - 1;
    const version = this.#versions[this.#revision];
    if (version) this.#papers.restore(version.papers);
  }
}
