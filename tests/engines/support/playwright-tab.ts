import type { Page } from 'playwright-core';
import type { Key, Size, Tab, TypedDate } from './engine.ts';
import { describeTarget, locate, middleOf, type Target } from './locate.ts';

/** A sheet of paper, as Playwright describes it. */
interface Paper {
  readonly width: string;
  readonly height: string;
}

/** A Playwright page, for Chromium and Firefox. */
export class PlaywrightTab implements Tab {
  readonly #page: Page;
  readonly #paper: Paper;

  /** @param paper the sheet to print on */
  constructor(page: Page, paper: Paper) {
    this.#page = page;
    this.#paper = paper;
  }

  async go(url: string): Promise<void> {
    await this.#page.goto(url, { waitUntil: 'commit' });
  }

  async reload(): Promise<void> {
    await this.#page.reload({ waitUntil: 'commit' });
  }

  async back(): Promise<void> {
    await this.#page.goBack({ waitUntil: 'commit' });
  }

  async forward(): Promise<void> {
    await this.#page.goForward({ waitUntil: 'commit' });
  }

  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return this.#page.evaluate(`(${work})(...${JSON.stringify(args)})`);
  }

  has(target: Target): Promise<boolean> {
    return this.#page.evaluate(`(${locate})(${JSON.stringify(target)}) !== null`);
  }

  async click(target: Target): Promise<void> {
    await (await this.#find(target)).click();
  }

  async press(target: Target, heldMs: number): Promise<void> {
    const { x, y } = await this.#page.evaluate<{ x: number; y: number }>(
      `(${middleOf})((${locate})(${JSON.stringify(target)}))`,
    );
    await this.#page.mouse.click(x, y, { delay: heldMs });
  }

  async type(target: Target, text: string): Promise<void> {
    const element = await this.#find(target);
    await element.focus();
    await element.type(text);
  }

  async choose(target: Target, value: string): Promise<void> {
    await (await this.#find(target)).selectOption(value);
  }

  /** The focus moves to the next part as soon as one is full. */
  async typeDate(target: Target, { year, month, day }: TypedDate): Promise<void> {
    await this.type(target, month + day + year);
  }

  async chooseFiles(target: Target, paths: readonly string[]): Promise<void> {
    await (await this.#find(target)).setInputFiles([...paths]);
  }

  key(key: Key): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  async wheel(by: number): Promise<void> {
    const { width, height } = await this.run(() => ({ width: window.innerWidth, height: window.innerHeight }));
    await this.#page.mouse.move(width / 2, height / 2);
    await this.#page.mouse.wheel(0, by);
  }

  resize(size: Size): Promise<void> {
    return this.#page.setViewportSize(size);
  }

  screenshot(): Promise<Buffer> {
    // The caret stays visible: hiding it needs a style that the page's policy refuses.
    return this.#page.screenshot({ caret: 'initial' });
  }

  print(): Promise<Buffer> {
    return this.#page.pdf(this.#paper);
  }

  close(): Promise<void> {
    return this.#page.close();
  }

  async #find(target: Target) {
    const handle = await this.#page.evaluateHandle<Element | null>(`(${locate})(${JSON.stringify(target)})`);
    const element = handle.asElement();
    if (element === null) throw new Error(`there is no ${describeTarget(target)}`);
    return element;
  }
}
