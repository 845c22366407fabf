import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { giveAnswers, type TypedAnswers } from '../../browser/support/wizard.ts';
import type { Tab } from './engine.ts';
import { describeTarget, type Target } from './locate.ts';

const PATIENCE_MS = 60_000;
const BUTTON = ':is(button, summary, a[href], [role=button]):not(:disabled)';

/** A file on a person's device. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A person at one tab: waits until an element is there and then acts on it. Written once for all engines. */
export class Person {
  readonly tab: Tab;
  readonly #files: string;

  /** @param files a directory for this person's attachments */
  constructor(tab: Tab, files: string) {
    this.tab = tab;
    this.#files = files;
  }

  /** Opens the page and waits until React has hydrated it. */
  async opens(url: string): Promise<void> {
    await this.tab.go(url);
    await this.adopted();
  }

  adopted = () => this.sees({ css: 'html[data-adopted]', hidden: true });

  /** Reloads the page and waits for the new document. */
  async reload(): Promise<void> {
    await this.tab.run(() => void Object.assign(window, { wasLeft: true }));
    await this.tab.reload();
    await this.until('the page is reloaded', () => this.tab.run(() => !('wasLeft' in window)));
    await this.adopted();
  }

  sees = (target: Target) => this.until(`there is ${describeTarget(target)}`, () => this.tab.has(target));
  seesNot = (target: Target) =>
    this.until(`there is no ${describeTarget(target)}`, async () => !(await this.tab.has(target)));
  /** Words that appear anywhere, also within others. */
  reads = (name: string, within?: string) =>
    this.sees({ css: '*:not(:has(*))', name, part: true, ...(within && { within }) });

  async press(name: string, within?: string): Promise<void> {
    await this.click({ css: BUTTON, name, ...(within && { within }) });
  }

  /**
   * Opens a card of the landing page or of the agents' page with this name, by keyboard, so its position does not
   * matter.
   */
  async enter(view: string): Promise<void> {
    const card = { css: `[data-go="${view}"]` };
    await this.sees(card);
    await this.tab.run((css: string) => document.querySelector<HTMLElement>(css)?.focus(), card.css);
    await this.tab.key('Enter');
    await this.sees({ css: `main[data-view="${view}"]` });
  }

  async click(target: Target): Promise<void> {
    await this.sees(target);
    await this.#once(`${describeTarget(target)} can be pressed`, () => this.tab.click(target));
  }

  /** Answers one question with mouse and keys. */
  async answers(name: string, value: string): Promise<void> {
    const target = { css: `[name="${name}"]:not(:disabled)`, hidden: true };
    await this.sees(target);
    const type = await this.tab.run(
      (css: string) => document.querySelector<HTMLInputElement>(css)?.type ?? '',
      target.css,
    );
    if (type === 'select-one')
      return this.#once(`${value} can be chosen for ${name}`, () => this.tab.choose(target, value));
    if (type === 'radio') return this.click({ css: `label:has([name="${name}"][value="${value}"])` });
    if (type === 'checkbox') return this.click({ css: `label:has([name="${name}"])` });
    if (type !== 'date') return this.tab.type(target, value);
    const [year = '', month = '', day = ''] = value.split('-');
    await this.tab.typeDate(target, { year, month, day });
  }

  /** Answers many questions at once, for a journey that only needs the answers. */
  async hasAnswered(answers: TypedAnswers, names: readonly string[] = Object.keys(answers)): Promise<void> {
    const given = names.flatMap((name) => {
      const value = answers[name];
      return value === undefined || value === '' ? [] : [[name, value] as const];
    });
    await this.tab.run(giveAnswers, given);
  }

  /** Attaches a file with this name and content to the input with this name. */
  attaches = (slot: string, file: NamedFile): Promise<void> =>
    this.chooses({ css: `input[type=file][name="${slot}"]`, hidden: true }, [file]);

  /** Attaches files with these names and contents to a file input, all at once. */
  async chooses(target: Target, files: readonly NamedFile[]): Promise<void> {
    const directory = path.join(this.#files, crypto.randomUUID());
    await mkdir(directory);
    const paths = files.map(({ name }) => path.join(directory, name));
    for (const [at, { bytes }] of files.entries()) await writeFile(paths[at] ?? directory, bytes);
    await this.sees(target);
    await this.tab.chooseFiles(target, paths);
  }

  value = (name: string): Promise<string> =>
    this.tab.run((wanted: string) => {
      const control = document.querySelector<HTMLInputElement>(`[name="${wanted}"]`);
      if (control?.type !== 'radio') return control?.value ?? '';
      return document.querySelector<HTMLInputElement>(`[name="${wanted}"]:checked`)?.value ?? '';
    }, name);
  words = (css: string): Promise<string> =>
    this.tab.run((wanted: string) => document.querySelector<HTMLElement>(wanted)?.innerText ?? '', css);
  count = (css: string): Promise<number> =>
    this.tab.run((wanted: string) => document.querySelectorAll(wanted).length, css);
  attribute = (css: string, name: string): Promise<string> =>
    this.tab.run((wanted: string, key: string) => document.querySelector(wanted)?.getAttribute(key) ?? '', css, name);

  /** Polls until the answer is true; a page that is just loading may not answer at all. */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    await this.#once(what, async () => {
      if (!(await isSo())) throw new Error('not so');
    });
  }

  async #once(what: string, attempt: () => Promise<void>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const problem = await attempt().then(
        () => undefined,
        (error: Error) => error,
      );
      if (problem === undefined) return;
      if (Date.now() > deadline)
        throw new Error(`timeout: ${what} (${problem.message}). The page:\n${await this.#page()}`);
      await elapse(50);
    }
  }

  #page = () => this.tab.run(() => document.body.innerText.slice(0, 1500)).catch(String);
}
