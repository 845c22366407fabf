import type { DocumentReference } from '#contract/applications.ts';
import { sha256 } from '#tests/support/pdf.ts';
import type { Front } from './front.ts';
import { documentBytes, letters } from './marks.ts';
import type { World } from './world.ts';

interface Paper {
  readonly file: string;
  readonly bytes: Buffer;
  /** The complete upload on the server, as far as the person knows. */
  uploadId?: string;
}

/** The documents of one person: on their device and on the servers. */
export class Papers {
  readonly #world: World;
  readonly #front: Front;
  readonly #who: { readonly id: string; readonly mark: string };
  readonly #papers = new Map<string, Paper>();
  #files = 0;

  constructor(world: World, front: Front, who: { readonly id: string; readonly mark: string }) {
    this.#world = world;
    this.#front = front;
    this.#who = who;
  }

  /** Puts another file into a slot. */
  attach(slot: string): void {
    const random = this.#world.chance('papers');
    this.#files += 1;
    const file = letters(this.#files);
    const size = random.int(100, 1500);
    this.#papers.set(slot, { file, bytes: documentBytes({ applicant: this.#who.mark, slot, file }, size) });
  }

  drop(slot: string): void {
    this.#papers.delete(slot);
  }

  /** A copy of the slots, to return to later. */
  kept(): ReadonlyMap<string, Paper> {
    return new Map([...this.#papers].map(([slot, paper]) => [slot, { ...paper }]));
  }

  restore(kept: ReadonlyMap<string, Paper>): void {
    this.#papers.clear();
    for (const [slot, paper] of kept) this.#papers.set(slot, { ...paper });
  }

  /** Records that the servers lost a slot's upload. */
  forget(slot: string): void {
    const paper = this.#papers.get(slot);
    if (paper) delete paper.uploadId;
  }

  uploadIn(slot: string): string | undefined {
    return this.#papers.get(slot)?.uploadId;
  }

  /** The documents as a PUT names them; undefined while an upload is missing. */
  references(): readonly DocumentReference[] | undefined {
    const references: DocumentReference[] = [];
    for (const [slot, { file, bytes, uploadId }] of this.#papers) {
      if (uploadId === undefined) return undefined;
      const name = `Quill ${slot} ${file}.pdf`;
      references.push({ slot, uploadId, name, size: bytes.length, sha256: sha256(bytes) });
    }
    return references;
  }

  /** Uploads what the servers do not have. Returns whether they then have everything. */
  async bringAll(): Promise<boolean> {
    for (const [slot, paper] of this.#papers) {
      if (paper.uploadId === undefined) await this.#bring(slot, paper);
    }
    return this.references() !== undefined;
  }

  async #bring(slot: string, paper: Paper): Promise<void> {
    const { mark, id: draftId } = this.#who;
    const { bytes, file } = paper;
    const announced = await this.#front.announce(mark, draftId, { applicant: mark, slot, file }, bytes.length);
    if (announced.kind !== 'answer') return;
    const id = announced.value;
    const random = this.#world.chance('papers');
    for (let tries = 0, offset = 0; tries < 6; tries += 1) {
      const end = random.next() < 0.6 ? bytes.length : random.int(Math.min(offset + 1, bytes.length), bytes.length);
      const brought = await this.#front.bring(mark, id, offset, bytes.subarray(offset, end));
      if (brought.kind === 'answer' && brought.value === bytes.length) {
        paper.uploadId = id;
        return;
      }
      const there = brought.kind === 'answer' ? brought : await this.#front.ask(mark, id);
      if (there.kind === 'refused') return;
      if (there.kind === 'nothing') await this.#world.time.sleep(random.int(500, 10_000));
      // All bytes are there, but the last answer was lost: an empty request asks for it.
      else offset = there.value;
    }
  }
}
