import { setTimeout as elapse } from 'node:timers/promises';
import type { Key, Size, Tab, TypedDate } from './engine.ts';
import { describeTarget, locate, middleOf, type Target } from './locate.ts';
import type { WebDriverSession } from './webdriver.ts';

const BLANK = 'about:blank';

/** WebDriver's codes for keys without a character. */
const LETTERS: Readonly<Record<Key, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  End: '\uE010',
  Home: '\uE011',
};

/** Runs in the page: scrolls to the element, which the driver would leave below the sticky bar at the bottom. */
function inMiddle(element: Element | null): Element | null {
  (element?.closest('select') ?? element)?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return element;
}

/** Runs in the page: records whether the next click reaches the target. */
function noteClick(target: Target, find: typeof locate): void {
  const noted = Object.assign(window, { clickArrived: false });
  const note = ({ target: clicked }: MouseEvent) => {
    noted.clickArrived ||= clicked instanceof Node && find(target)?.contains(clicked) === true;
  };
  window.addEventListener('click', note, { capture: true, once: true });
}

/** A window of WebKitGTK. The session has one current window, so each command first switches to its own. */
export class WebKitTab implements Tab {
  readonly #session: WebDriverSession;
  readonly #handle: string;

  constructor(session: WebDriverSession, handle: string) {
    this.#session = session;
    this.#handle = handle;
  }

  /** A new browser sometimes drops a navigation and stays on its blank page: then it is sent again. */
  async go(url: string): Promise<void> {
    const session = await this.#here();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await session.post('/url', { url });
      const deadline = Date.now() + 15_000;
      while (Date.now() < deadline) {
        if (url === BLANK || (await session.get('/url')) !== BLANK) return;
        await elapse(50);
      }
    }
    throw new Error(`the browser never left its blank page for ${url}`);
  }

  async reload(): Promise<void> {
    await (await this.#here()).post('/refresh');
  }

  async back(): Promise<void> {
    await (await this.#here()).post('/back');
  }

  async forward(): Promise<void> {
    await (await this.#here()).post('/forward');
  }

  async run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return (await (await this.#here()).run(`(${work})(...${JSON.stringify(args)})`)) as Result;
  }

  async has(target: Target): Promise<boolean> {
    return (await (await this.#here()).run(`(${locate})(${JSON.stringify(target)}) !== null`)) as boolean;
  }

  /** If the page moves under the pointer, the click lands beside its button; then this reports that it missed. */
  async click(target: Target): Promise<void> {
    const session = await this.#here();
    await session.run(`(${noteClick})(${JSON.stringify(target)}, ${locate})`);
    await this.#toElement(target, 'click');
    // After a click that navigated, the new page does not know.
    const hasMissed = await session.run('window.clickArrived === false').catch(() => false);
    if (hasMissed) throw new Error(`the click missed ${describeTarget(target)}`);
  }

  async press(target: Target, heldMs: number): Promise<void> {
    const session = await this.#here();
    const middle = await session.run(`(${middleOf})((${locate})(${JSON.stringify(target)}))`);
    const actions = [
      { type: 'pointerMove', origin: 'viewport', duration: 0, ...(middle as object) },
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: heldMs },
      { type: 'pointerUp', button: 0 },
    ];
    const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    await session.post('/actions', { actions: [pointer] });
  }

  async type(target: Target, text: string): Promise<void> {
    await this.#toElement(target, 'value', { text });
  }

  async choose(target: Target, value: string): Promise<void> {
    await this.#toElement({ css: `${target.css} option[value="${value}"]`, hidden: true }, 'click');
  }

  /** The focus does not move to the next part of the date automatically. */
  async typeDate(target: Target, { year, month, day }: TypedDate): Promise<void> {
    await this.type(target, [month, day, year].join(LETTERS.ArrowRight));
  }

  async chooseFiles(target: Target, paths: readonly string[]): Promise<void> {
    await this.#toElement(target, 'value', { text: paths.join('\n') });
  }

  async key(key: Key): Promise<void> {
    const value = LETTERS[key];
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value }));
    await (await this.#here()).post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async wheel(by: number): Promise<void> {
    const { x, y } = await this.run(() => ({
      x: Math.round(window.innerWidth / 2),
      y: Math.round(window.innerHeight / 2),
    }));
    const scroll = { type: 'scroll', x, y, deltaX: 0, deltaY: by, duration: 0, origin: 'viewport' };
    await this.#session.post('/actions', { actions: [{ type: 'wheel', id: 'wheel', actions: [scroll] }] });
  }

  async resize(size: Size): Promise<void> {
    await (await this.#here()).post('/window/rect', size);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from((await (await this.#here()).get('/screenshot')) as string, 'base64');
  }

  print(): Promise<Buffer> {
    return Promise.reject(new Error('WebKitWebDriver has no command that prints'));
  }

  async close(): Promise<void> {
    await (await this.#here()).delete('/window');
  }

  async #here(): Promise<WebDriverSession> {
    await this.#session.post('/window', { handle: this.#handle });
    return this.#session;
  }

  async #toElement(target: Target, command: 'click' | 'value', body: object = {}): Promise<void> {
    const session = await this.#here();
    const element = await session.find(`(${inMiddle})((${locate})(${JSON.stringify(target)}))`);
    if (element === undefined) throw new Error(`there is no ${describeTarget(target)}`);
    await session.post(`/element/${element}/${command}`, body);
  }
}
