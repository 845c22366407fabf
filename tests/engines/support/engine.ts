import type { Target } from './locate.ts';

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** Pixels of CSS. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
export const PHONE_SIZE: Size = { width: 390, height: 844 };
export const DESKTOP_SIZE: Size = { width: 1440, height: 900 };

/** The parts of a date in digits: four, two and two. */
export interface TypedDate {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/** Keys that are pressed by name. */
const KEYS = ['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'End', 'Home'] as const;
export type Key = (typeof KEYS)[number];

/**
 * One page in a browser, as every driver can be asked in the same words. What names an element acts on the one that is
 * there now and throws where there is none: waiting is the person's part (`person.ts`).
 */
export interface Tab {
  go(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Runs a function in the page. It must stand for itself; arguments and answer travel as JSON. */
  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  has(target: Target): Promise<boolean>;
  /** Scrolls the element into view and presses its middle with the mouse. */
  click(target: Target): Promise<void>;
  /** Presses the mouse on the middle of the element, where it is now, and lets it go after so many milliseconds. */
  press(target: Target, heldMs: number): Promise<void>;
  /** Real keys into the element, which gets the focus first. */
  type(target: Target, text: string): Promise<void>;
  /** Chooses the option with this value, as a person would from the list of a select. */
  choose(target: Target, value: string): Promise<void>;
  /** Real keys into a date input, part by part, in the order of the browser's language (American English). */
  typeDate(target: Target, date: TypedDate): Promise<void>;
  /** Gives a file input files of this machine. */
  chooseFiles(target: Target, paths: readonly string[]): Promise<void>;
  /** One key to what has the focus. */
  key(key: Key): Promise<void>;
  /** One notch of the wheel over the middle of the window, in pixels. */
  wheel(by: number): Promise<void>;
  resize(size: Size): Promise<void>;
  /** What the window shows, as PNG. */
  screenshot(): Promise<Buffer>;
  /** What the page is on A4 paper, as PDF. */
  print(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface VisitOptions {
  readonly size?: Size;
  /** A directory that keeps what the sites store: the same directory is the same person's browser again. */
  readonly profile?: string;
  /** A private window: nothing is kept, and WebKit refuses Blobs in its database. */
  readonly isPrivate?: boolean;
}

/** A person's browser from its start to its end, with its own storage. */
export interface Visit {
  open(): Promise<Tab>;
  /** Everything that its pages wrote to the console as an error or a warning, and every uncaught error. */
  readonly troubles: readonly string[];
  /**
   * SIGKILL to the browser and all of its processes, as a battery pulled out would; only with a profile. A browser that
   * was started on the same profile since then keeps running, even if this visit is closed.
   */
  kill(): Promise<void>;
  /** Ends it in good order. */
  close(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  /** The browser that runs, with its version. */
  readonly version: string;
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}
