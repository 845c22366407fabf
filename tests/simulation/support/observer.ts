import type { SubmissionRecord } from '#server/ports/ledger.ts';
import { type AcceptedBody, readBody } from '#server/submission/body.ts';
import { CallWatch } from './call-watch.ts';
import { LeaseWatch } from './lease-watch.ts';
import type { DocumentMark } from './marks.ts';
import { PERSONAL, SECRET } from './marks.ts';
import type { Effect, Service } from './outside.ts';
import type { Leases } from './shared-jobs.ts';
import type { World } from './world.ts';

/** The stage that calls each service. */
const STAGE_OF: Readonly<Record<Service, string>> = {
  offers: 'cricos-submission',
  'student-workflow': 'power-automate',
  'agent-workflow': 'power-automate',
  'file-workflow': 'file-forwarding',
  'student-flow': 'power-automate',
  'agent-flow': 'power-automate',
};

/** How the observer identifies a simulated person. */
export interface Person {
  readonly id: string;
  /** The mark in all of the person's texts. */
  readonly mark: string;
}

/** A day less than the 30 days of RETENTION_DAYS, so that clocks that are hours wrong do not matter. */
const YOUNG_MS = 29 * 86_400_000;

/** Checks everything that is written, sent and logged, and reports violations immediately. */
export class Observer {
  readonly #world: World;
  readonly #isSafe: (upload: string) => boolean;
  readonly #people = new Map<string, Person>();
  readonly #records = new Map<string, SubmissionRecord>();
  readonly #bodies = new Map<string, AcceptedBody>();
  /** The true time of each record's last write. */
  readonly #writtenAt = new Map<string, number>();
  readonly #started = new Set<string>();
  readonly #leases: LeaseWatch;
  readonly #calls: CallWatch;
  /** The owner and content of each upload. */
  readonly #uploads = new Map<string, DocumentMark & { readonly size: number }>();
  effects: readonly Effect[] = [];
  /** Submissions that were held for the staff at least once. */
  readonly held = new Set<string>();
  /** Second offers of an application, if the settings allow them. */
  doubled = 0;

  /** @param isSafe whether a power cut at this moment would leave the whole upload */
  constructor(world: World, isSafe: (upload: string) => boolean) {
    this.#world = world;
    this.#isSafe = isSafe;
    this.#leases = new LeaseWatch(world);
    this.#calls = new CallWatch((what) => world.violate(what));
  }

  /** Records which jobs a process has, if several processes share them. */
  leasesOf = (process: string): Leases => {
    const leases = this.#leases.of(process);
    const lost = (id: string, token: number) => {
      this.#calls.jobLost(id, process);
      leases.over(id, token);
    };
    return { ...leases, lost };
  };

  violate(what: string): void {
    this.#world.violate(what);
  }

  person(person: Person): void {
    this.#people.set(person.id, person);
  }

  uploaded(id: string, mark: DocumentMark & { readonly size: number }): void {
    this.#uploads.set(id, mark);
  }

  /** The latest upload of any other person for that slot. */
  uploadOfAnother(mark: string, slot: string): { readonly id: string; readonly size: number } | undefined {
    const found = [...this.#uploads].findLast(([, upload]) => upload.applicant !== mark && upload.slot === slot);
    return found && { id: found[0], size: found[1].size };
  }

  record = (id: string): SubmissionRecord | undefined => this.#records.get(id);
  /** Milliseconds since the last write. */
  ageOf = (id: string): number => this.#world.trueTime - (this.#writtenAt.get(id) ?? 0);
  body = (id: string): AcceptedBody | undefined => this.#bodies.get(id);
  documentIn = (upload: string): DocumentMark | undefined => this.#uploads.get(upload);
  records = (): readonly SubmissionRecord[] => [...this.#records.values()];
  stageOf = (service: Service): string => STAGE_OF[service];
  effectsOf = ({ mark }: Person): readonly Effect[] => this.effects.filter(({ applicant }) => applicant === mark);

  /** A ledger now has this record. */
  written(record: SubmissionRecord, body: unknown, node: string): void {
    const { id, revision, version, stages, status } = record;
    const known = this.#records.get(id);
    if (version !== (known?.version ?? 0) + 1) this.violate(`version ${version} of ${id} came after ${known?.version}`);
    if (known) this.#compare(known, record);
    this.#leases.written(known, record, node);
    this.#calls.written(known, record, node);
    if (stages.some(({ held }) => held)) this.held.add(id);
    // The staff may purge it, because they name its id.
    const isPurged = record.purgedAt !== undefined && known?.purgedAt === undefined && !node.startsWith('staff');
    if (isPurged && known?.retryAt !== undefined) this.violate(`${id} was purged while it waits for a retry`);
    if (isPurged && this.#isTooYoung(id)) this.violate(`${id} was purged long before its retention ended`);
    this.#records.set(id, record);
    this.#writtenAt.set(id, this.#world.trueTime);
    const where = stages.map(({ state, unknown }) => (unknown ? '?' : (state[0] ?? ''))).join('');
    this.#world.tell(
      node,
      `writes ${id.slice(0, 4)} v${version} r${revision} ${status} ${where} ${record.retryAt ?? ''}`,
    );
    for (const { name, state } of stages) {
      if (state === 'in-progress' || state === 'completed') this.#started.add(`${id} ${revision} ${name}`);
    }
    if (record.purgedAt !== undefined) this.#bodies.delete(id);
    else if (body !== undefined) this.#accepted(id, readBody(body));
    this.#checkCompleted(record);
  }

  /**
   * Uses the true time. In the end, the staff allow removals by a record that a wrong clock wrote. One of two nodes may
   * also read a time that the other wrote with a wrong clock. The removal limit is not at fault in either case.
   */
  #isTooYoung(id: string): boolean {
    const { isCalm, mix } = this.#world;
    return !isCalm && mix.nodes === 1 && this.ageOf(id) < YOUNG_MS;
  }

  ledgerFailed = (node: string): void => this.#calls.ledgerFailed(node);

  /** Records a call for an application under a key. The returned functions record its answer. */
  calls(service: Service, key: string, node: string): ReturnType<CallWatch['left']> {
    const id = key.slice(0, 36);
    const record = this.#records.get(id);
    const revision = Number(/-r(\d+)/.exec(key)?.[1] ?? 1);
    this.#world.tell(node, `calls ${service} for ${id.slice(0, 4)} under ${key.slice(36) || 'its id'}`);
    this.#leases.calls(id, node);
    if (record === undefined) this.violate(`${service} is called for ${id}, which no ledger has`);
    else if (!this.#started.has(`${id} ${revision} ${STAGE_OF[service]}`)) {
      this.violate(`${service} is called under ${key} before the ledger has it that ${STAGE_OF[service]} began`);
    }
    return this.#calls.left(id, STAGE_OF[service], key, node);
  }

  effect(effect: Effect, all: readonly Effect[]): void {
    this.effects = all;
    const { service, key, applicant, documents } = effect;
    this.#world.tell('outside', `${service} has an effect for ${key}`);
    const person = this.#people.get(key.slice(0, 36));
    if (person?.mark !== applicant) this.violate(`${service} got another applicant's application under ${key}`);
    const others = all.filter(
      (other) => other !== effect && other.service === service && other.applicant === applicant,
    );
    const { records, recordsUnknownOutcome } = this.#world.mix;
    const mayBeTwice = service === 'offers' && records === 'own-ids' && recordsUnknownOutcome === 'resend';
    if (others.length > 0 && mayBeTwice && others.every((other) => other.key === key)) {
      this.doubled += 1;
    } else if (service !== 'file-workflow' && others.length > 0) {
      this.violate(`${service} has two effects of one application, under ${[...others, effect].map((one) => one.key)}`);
    }
    for (const document of documents) {
      if (document.applicant !== applicant) this.violate(`${service} got another applicant's document under ${key}`);
      const isTwice = others.some((other) => other.documents.some(({ slot }) => slot === document.slot));
      if (isTwice) this.violate(`${service} got the ${document.slot} of ${key} twice`);
    }
  }

  /** The product removed the bytes of an upload. */
  removed(id: string): void {
    const owner = this.#ownerOf(id);
    if (owner) this.violate(`the document ${id} of the accepted application ${owner} was removed`);
  }

  logged(line: string): void {
    this.#world.tell('log', line.trim());
    if (PERSONAL.test(line)) this.violate(`a personal value is in a log line: ${line}`);
    if (SECRET.test(line)) this.violate(`a secret is in a log line: ${line}`);
  }

  /** The submission whose current body names an upload. */
  #ownerOf(upload: string): string | undefined {
    for (const [id, { documents }] of this.#bodies) {
      if (documents.some(({ uploadId }) => uploadId === upload)) return id;
    }
    return undefined;
  }

  #accepted(id: string, body: AcceptedBody): void {
    this.#bodies.set(id, body);
    const { mark } = this.#people.get(id) ?? {};
    for (const { uploadId, slot } of body.documents) {
      const document = this.#uploads.get(uploadId);
      if (document?.applicant !== mark || document?.slot !== slot) {
        this.violate(`${id} was accepted with a document of another applicant, or of another slot`);
      }
      if (!this.#isSafe(uploadId)) this.violate(`${id} was accepted with a document that is not on the disk`);
    }
  }

  #compare(before: SubmissionRecord, after: SubmissionRecord): void {
    const { id } = after;
    if (after.revision < before.revision) this.violate(`the revision of ${id} fell`);
    if (before.status === 'processed' && after.status !== 'processed')
      this.violate(`${id} was processed, and is not now`);
    if (before.offerId !== after.offerId) this.violate(`the OfferId of ${id} changed`);
    if (after.revision > before.revision) return;
    for (const { name, state } of before.stages) {
      const now = after.stages.find((stage) => stage.name === name)?.state;
      if (state === 'completed' && now !== 'completed')
        this.violate(`${name} of ${id} was completed, and is ${now} now`);
    }
  }

  /** What the ledger has as completed, the outside services must have, too. */
  #checkCompleted({ id, kind, stages }: SubmissionRecord): void {
    const person = this.#people.get(id);
    if (person === undefined) return;
    const has = (services: readonly Service[]) =>
      this.effectsOf(person).some(({ service }) => services.includes(service));
    for (const { name, state, skipped } of stages) {
      if (state !== 'completed' || skipped) continue;
      const services = SERVICES_OF[kind === 'student' ? name : `${kind} ${name}`];
      if (services && !has(services)) this.violate(`${name} of ${id} is completed, and the outside has nothing of it`);
    }
  }
}

const SERVICES_OF: Readonly<Record<string, readonly Service[]>> = {
  'cricos-submission': ['offers'],
  'power-automate': ['student-workflow', 'agent-workflow'],
  'file-forwarding': ['file-workflow'],
  'short power-automate': ['student-flow'],
  'agent power-automate': ['agent-flow'],
};
