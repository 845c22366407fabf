import type { FileMessage } from '#server/adapters/bodies.ts';
import type { Workflow } from '#server/adapters/workflow-http.ts';
import type { Wrap } from '#server/outside.ts';
import { CallFailure } from '#server/ports/call-failure.ts';
import type { FileStore } from '#server/ports/file-store.ts';
import type { Ledger } from '#server/ports/ledger.ts';
import type { Log } from '#server/ports/log.ts';
import type { Queue } from '#server/ports/queue.ts';
import type { Records } from '#server/ports/records.ts';
import type { Upkeep } from '#server/ports/upkeep.ts';
import type { UploadLedger } from '#server/ports/upload-ledger.ts';
import { stripped } from '#server/submission/transitions.ts';

/** The type of each port that can be broken. */
interface Ports {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly files: FileStore;
  readonly queue: Queue;
  readonly records: Records;
  readonly workflow: Workflow;
  readonly log: Log;
  readonly upkeep: Upkeep;
}

/** Breaks one port: `change` overrides some of its methods. */
function breaking<Name extends keyof Ports>(
  name: Name,
  change: (port: Ports[Name]) => Partial<Ports[Name]>,
): () => Wrap {
  return () => (given, port) =>
    given === name ? Object.assign(Object.create(port), port, change(port as never)) : port;
}

/** Does not wait for the write of a stage's beginning, and a crash may lose it. */
const early: () => Wrap = breaking('ledger', ({ save }) => ({
  save: async (record, attached) => {
    if (!record.stages.some(({ state }) => state === 'in-progress')) return save(record, attached);
    save(record, attached).catch(() => undefined);
    return 'saved';
  },
}));

/** Treats an offer's failure that matches `from` as a failure of `kind`. */
const mistaking = (from: (failure: CallFailure) => boolean, kind: CallFailure['kind']): (() => Wrap) =>
  breaking('records', ({ submit }) => ({
    submit: (offer, options) =>
      submit(offer, options).catch((failure: unknown) => {
        throw failure instanceof CallFailure && from(failure) ? new CallFailure(kind, failure.message) : failure;
      }),
  }));

/** Known mistakes, each as a broken port. */
export const BREAKS = {
  'a call leaves before the ledger knows it': early,
  'a call is repeated under another key': () => {
    let calls = 0;
    return breaking('workflow', ({ sendApplication, sendForm }) => {
      const fresh = <Options extends { readonly key: string }>(options: Options) => {
        calls += 1;
        return { ...options, key: `${options.key}-${calls}` };
      };
      return {
        sendApplication: (route, payload, options) => sendApplication(route, payload, fresh(options)),
        sendForm: (flow, form, options) => sendForm(flow, form, fresh(options)),
      };
    })();
  },
  'an unknown outcome is forgotten': breaking('ledger', ({ save }) => ({
    save: (record, attached) => {
      const stages = record.stages.map(({ unknown: _unknown, ...stage }) => stage);
      return save({ ...record, stages }, attached);
    },
  })),
  'a node continues a job that was given to another': breaking('queue', ({ start }) => ({
    start: (work) => start((id) => work(id, new AbortController().signal)),
  })),
  'a document of another application goes out': () => {
    const sent = new Map<string, FileMessage['files'][number]>();
    return breaking('workflow', ({ sendFiles }) => ({
      sendFiles: ({ files: [own, ...others], ...message }, options) => {
        const { subject } = message;
        const [other] = [...sent].filter(([before]) => before !== subject).map(([, file]) => file);
        if (own) sent.set(subject, own);
        const first = other ?? own;
        return sendFiles({ ...message, files: first ? [first, ...others] : others }, options);
      },
    }))();
  },
  'unfinished work does not continue after a restart': breaking('ledger', () => ({ unfinished: async () => [] })),
  'a document is accepted before it is on the disk': breaking('files', ({ append }) => ({
    append: async (upload, isNew) => {
      const writer = await append(upload, isNew);
      return Object.assign(writer, { close: async () => writer.offset });
    },
  })),
  'a document that an application has claimed is removed': breaking('uploads', () => ({
    deleteIfUnclaimed: async () => true,
  })),
  'an application is acknowledged and not written': breaking('ledger', ({ create }) => ({
    create: async (record, body, claims) => {
      create(record, body, claims).catch(() => undefined);
      return 'created';
    },
  })),
  'the answer of an outside service is written into the log': breaking('log', (log) => ({
    info: (facts, message) => log.info(facts, message),
    error: (facts, message) => log.error(facts, message),
    warn: (facts, message) => {
      const { err } = facts as { readonly err?: { readonly body?: string } };
      log.warn({ ...facts, said: err?.body }, message);
    },
  })),
  'a wait for a later time is lost': breaking('queue', ({ add }) => ({
    add: async (id, at) => (at === undefined ? add(id) : undefined),
  })),
  'the last document is not forwarded': breaking('workflow', ({ sendFiles }) => ({
    sendFiles: (message, options) => sendFiles({ ...message, files: message.files.slice(0, -1) }, options),
  })),
  'retention removes an application that waits for a retry': () => {
    let ledger: Pick<Ledger, 'find' | 'unfinished'> | undefined;
    const known = breaking('ledger', (port) => {
      ledger = port;
      return {};
    })();
    const taking = breaking('upkeep', ({ strip }) => ({
      expired: async (before) => {
        for (const { id } of (await ledger?.unfinished()) ?? []) {
          const record = await ledger?.find(id);
          if (record) await strip(stripped(record, before));
        }
        return [];
      },
    }))();
    return (name, port) => taking(name, known(name, port));
  },
  'a clock that is far ahead removes everything': breaking('upkeep', () => ({
    countExpired: async () => ({ removing: 0, kept: 0 }),
    countUnclaimed: async () => ({ removing: 0, kept: 0 }),
  })),
  'an offer that was answered with 500 is sent again, though it is to be held': mistaking(
    ({ status }) => status === 500,
    'busy',
  ),
  'an offer that was answered with 503 is held': mistaking(({ kind }) => kind === 'busy', 'unanswered'),
  'an offer is sent again after an answer that took it': breaking('records', ({ submit }) => ({
    submit: async (offer, options) => {
      const outcome = await submit(offer, options);
      if (outcome.accepted) throw new CallFailure('busy', 'Answered with 503');
      return outcome;
    },
  })),
  'an offer that was sent again is not marked': breaking('ledger', ({ save }) => ({
    save: (record, attached) => {
      const stages = record.stages.map(({ repeated: _repeated, ...stage }) => stage);
      return save({ ...record, stages }, attached);
    },
  })),
  'another offer is made when the first was not answered': () => {
    let offers = 0;
    return breaking('records', ({ submit }) => ({
      submit: (offer, options) => {
        offers += 1;
        return submit({ ...offer, OfferId: `OFFER_${offers}` }, options);
      },
    }))();
  },
} as const satisfies Readonly<Record<string, () => Wrap>>;

/** The violation that the simulation reports for each mistake. */
export const NOTICED_BY: Readonly<Record<keyof typeof BREAKS, RegExp>> = {
  'a call leaves before the ledger knows it': /before the ledger has it/,
  'a call is repeated under another key': /two effects/,
  'an unknown outcome is forgotten': /two effects/,
  'a node continues a job that was given to another': /the job of which it does not have/,
  'a document of another application goes out': /another applicant's document/,
  'unfinished work does not continue after a restart': /does not end/,
  'a document is accepted before it is on the disk': /not on the disk/,
  'a document that an application has claimed is removed': /accepted application .* was removed/,
  'an application is acknowledged and not written': /no ledger has/,
  'the answer of an outside service is written into the log': /personal value is in a log line/,
  'a wait for a later time is lost': /does not end/,
  'the last document is not forwarded': /the documents of/,
  'an offer that was answered with 500 is sent again, though it is to be held': /two effects/,
  'an offer that was answered with 503 is held': /is held, and every call was answered/,
  'an offer is sent again after an answer that took it': /is called again under .* after an answer that took it/,
  'an offer that was sent again is not marked': /is not marked as repeated/,
  'another offer is made when the first was not answered': /has the offer|two effects/,
  'retention removes an application that waits for a retry': /was purged while it waits for a retry/,
  'a clock that is far ahead removes everything': /was purged long before its retention ended/,
};
