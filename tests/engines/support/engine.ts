import type { Target } from './locate.ts';

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof ENGINES)[number];

/** CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
export const PHONE_SIZE: Size = { width: 390, height: 844 };
export const DESKTOP_SIZE: Size = { width: 1440, height: 900 };

/** The parts of a date: four, two and two digits. */
export interface TypedDate {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/** Keys with a name. */
const KEYS = ['Enter', 'Escape', 'Tab', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'End', 'Home'] as const;
export type Key = (typeof KEYS)[number];

/**
 * One page in a browser, with the same methods for every driver. A method with a target acts on the current element and
 * throws if there is none; the person waits (`person.ts`).
 */
export interface Tab {
  go(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  /** Runs a function in the page. It must be self-contained; arguments and result are sent as JSON. */
  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  has(target: Target): Promise<boolean>;
  /** Scrolls the element into view and clicks its middle with the mouse. */
  click(target: Target): Promise<void>;
  /** Presses the mouse on the middle of the element at its current position, and releases it after `ms`. */
  press(target: Target, heldMs: number): Promise<void>;
  /** Sends real keys to the element, after focusing it. */
  type(target: Target, text: string): Promise<void>;
  /** Chooses the option with this value, as a person does in the list of a select. */
  choose(target: Target, value: string): Promise<void>;
  /** Sends real keys to a date input, part by part, in the order of the browser's language (American English). */
  typeDate(target: Target, date: TypedDate): Promise<void>;
  /** Gives files of this machine to a file input. */
  chooseFiles(target: Target, paths: readonly string[]): Promise<void>;
  /** Sends one key to the focused element. */
  key(key: Key): Promise<void>;
  /** Turns the wheel one notch over the middle of the window, in pixels. */
  wheel(by: number): Promise<void>;
  resize(size: Size): Promise<void>;
  /** A PNG of the window. */
  screenshot(): Promise<Buffer>;
  /** A PDF of the page on A4 paper. */
  print(): Promise<Buffer>;
  close(): Promise<void>;
}

export interface VisitOptions {
  readonly size?: Size;
  /** A directory for the sites' storage: the same directory means the same person's browser. */
  readonly profile?: string;
  /** A private window: it keeps nothing, and WebKit refuses Blobs in its database. */
  readonly isPrivate?: boolean;
}

/** A person's browser from start to end, with its own storage. */
export interface Visit {
  open(): Promise<Tab>;
  /** Every error and warning on its pages' consoles, and every uncaught error. */
  readonly troubles: readonly string[];
  /**
   * SIGKILL to the browser and all its processes, like a removed battery; only with a profile. A browser started later
   * on the same profile keeps running, even if this visit is closed.
   */
  kill(): Promise<void>;
  /** Closes it normally. */
  close(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  /** The browser and its version. */
  readonly version: string;
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}
