import type { ApplicationBody } from '#contract/applications.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import { AppError } from '#server/errors.ts';
import type { SubmissionRecord } from '#server/ports/ledger.ts';
import type { UploadRecord } from '#server/ports/upload-ledger.ts';
import { sha256 } from '#tests/support/pdf.ts';
import type { DocumentMark } from './marks.ts';
import type { Observer } from './observer.ts';
import type { SimDisk } from './sim-disk.ts';
import type { Running, SimNode } from './sim-node.ts';
import type { World } from './world.ts';

/** The result of a request: an answer, a refusal with our problem code, or nothing readable. */
export type Reply<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'nothing' };

/** The timeout of a browser. */
const PATIENCE_MS = 60_000;

interface FrontOptions {
  readonly world: World;
  readonly observer: Observer;
  readonly disk: SimDisk;
  readonly nodes: readonly SimNode[];
}

/** The connection from a browser to the servers. It does what the HTTP routes do, and loses and repeats requests. */
export class Front {
  readonly #options: FrontOptions;

  constructor(options: FrontOptions) {
    this.#options = options;
  }

  put = (who: string, id: string, kind: SubmissionKind, body: ApplicationBody): Promise<Reply<SubmissionRecord>> =>
    this.#send(`${who} PUTs`, ({ work }) => work.applications.put(id, kind, body, who));

  look = (who: string, id: string): Promise<Reply<SubmissionRecord | undefined>> =>
    this.#send(`${who} looks`, ({ ledgers }) => ledgers.ledger.find(id));

  /** Registers an upload; returns its id. */
  announce(who: string, draftId: string, mark: DocumentMark, size: number): Promise<Reply<string>> {
    const { world, observer } = this.#options;
    return this.#send(`${who} announces ${mark.slot}`, async ({ admission, clock }) => {
      const id = world.chance('upload ids').hex(32);
      const { slot } = mark;
      const name = `Quill ${slot} ${mark.file}.pdf`;
      const createdAt = clock.now().toISOString();
      await admission.admit({ id, draftId, slot, name, type: 'application/pdf', size, createdAt }, who);
      observer.uploaded(id, { ...mark, size });
      return id;
    });
  }

  /** Sends bytes from an offset on; returns the new size. A complete upload is checked before the answer. */
  bring(who: string, id: string, offset: number, bytes: Buffer): Promise<Reply<number>> {
    return this.#send(`${who} brings ${id.slice(0, 6)}`, async ({ ledgers, work, files }) => {
      const upload = await findUpload(ledgers.uploads, id);
      const writer = await files.append(upload);
      if (writer.offset !== offset) throw new AppError('UPLOAD_CONFLICT');
      await writer.write([bytes]);
      const there = await writer.close();
      const isSeen = offset === 0 && there === upload.size;
      const content = isSeen ? { sha256: sha256(bytes), start: bytes.subarray(0, 4096) } : undefined;
      if (there === upload.size) await work.examine(upload, content);
      return there;
    });
  }

  /** Asks for the size of an upload. */
  ask = (who: string, id: string): Promise<Reply<number>> =>
    this.#send(`${who} asks for ${id.slice(0, 6)}`, async ({ ledgers, files }) => {
      const { sha256 } = await findUpload(ledgers.uploads, id);
      const size = (await files.size(id)) ?? 0;
      if (size === 0 && sha256 !== undefined) throw new AppError('NOT_FOUND');
      return size;
    });

  remove = (who: string, id: string): Promise<Reply<void>> =>
    this.#send(`${who} DELETEs ${id.slice(0, 6)}`, async ({ ledgers, files }) => {
      if (!(await ledgers.uploads.deleteIfUnclaimed(id))) throw new AppError('SUBMISSION_IN_PROGRESS');
      await files.remove(id);
    });

  #send<T>(what: string, handle: (server: Running) => Promise<T>): Promise<Reply<T>> {
    const { world, nodes } = this.#options;
    const { time } = world;
    const random = world.chance('requests');
    const server = random.pick(nodes).running;
    return new Promise((resolve) => {
      let isOver = false;
      const end = (reply: Reply<T>) => {
        if (isOver) return;
        isOver = true;
        callOff();
        world.tell('browser', `${what}: ${told(reply)}`);
        resolve(reply);
      };
      const callOff = time.after(PATIENCE_MS, () => end({ kind: 'nothing' }));
      const lose = () => void time.after(random.int(10, 2000), () => end({ kind: 'nothing' }));
      if (server === undefined || world.strikes('request lost')) {
        lose();
        return;
      }
      const answer = (reply: Reply<T>) => {
        if (world.strikes('answer lost')) lose();
        else time.after(random.int(5, 500), () => end(reply));
      };
      const arrive = (receive: (reply: Reply<T>) => void) =>
        server.process.deliver(() => {
          // The client is gone: the connection was closed before the server read from it.
          if (isOver) return;
          handle(server).then(
            (value) => receive({ kind: 'answer', value }),
            (error: unknown) => receive(this.#failure(error, what)),
          );
        });
      const there = random.int(5, 500);
      time.after(there, () => arrive(answer));
      if (world.strikes('request repeated')) time.after(there + random.int(0, 3000), () => arrive(() => undefined));
    });
  }

  #failure(error: unknown, what: string): Reply<never> {
    if (error instanceof AppError) return { kind: 'refused', error };
    if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) {
      this.#options.observer.violate(`${what} met a fault of the program: ${error.stack}`);
    }
    // A 500, which tells the page no more than silence does.
    return { kind: 'nothing' };
  }
}

async function findUpload(uploads: Running['ledgers']['uploads'], id: string): Promise<UploadRecord> {
  const upload = await uploads.find(id);
  if (upload === undefined) throw new AppError('NOT_FOUND');
  return upload;
}

function told(reply: Reply<unknown>): string {
  if (reply.kind === 'refused') return `${reply.error.code} ${reply.error.message}`;
  if (reply.kind === 'nothing') return 'no answer';
  const { value } = reply;
  return typeof value === 'object' && value !== null && 'status' in value
    ? String(value.status)
    : String(value ?? 'done');
}
