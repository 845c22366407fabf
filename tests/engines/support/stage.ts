import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { AGENT } from '../../browser/support/scene.ts';
import { type Product, startProduct } from '../../support/product.ts';
import type { Engine, EngineName, Tab, Visit, VisitOptions } from './engine.ts';
import { Person } from './person.ts';
import { openChromium, openFirefox } from './playwright-engine.ts';
import { openWebKit } from './webkit-engine.ts';

const OPENERS: Readonly<Record<EngineName, () => Promise<Engine>>> = {
  chromium: openChromium,
  firefox: openFirefox,
  webkit: openWebKit,
};

/**
 * WebKit says so where a script comes long before the one that imports it, which is said of a slow machine and not of the
 * page: what is preloaded is imported in the same call.
 */
const SLOW_MACHINE = /was preloaded using link preload but not used within a few seconds/;
/**
 * WebKit says so of what was under way, a call or the service worker, when its page was left or loaded again. Our
 * pages call only their own server.
 */
const LEFT_UNDER_WAY = /[Cc]annot load \S+ due to access control checks|Cache API operation failed: Context is stopped/;
/** What no journey is about. */
const NO_TROUBLE = [SLOW_MACHINE, LEFT_UNDER_WAY];

/** The real product beside simulated services, and one engine to use it with. */
export interface Stage {
  readonly engine: Engine;
  readonly product: Product;
  readonly mocks: Mocks;
  /** A directory that is there until the journey ends. */
  readonly directory: string;
  /** A separate browser, closed when the journey ends. */
  visit(options?: VisitOptions): Promise<Visit>;
  /** A person at a new tab of this browser, or of the given one. */
  person(visit?: Visit): Promise<Person>;
  /** A person in front of the product, which React has adopted. */
  arrive(visit?: Visit): Promise<Person>;
  /** What the consoles may say in this journey. */
  expectTrouble(pattern: RegExp): void;
}

export interface StageOfFile {
  /** Begins a journey: no browser is open, the services accept and have received nothing. */
  begin(): Promise<Stage>;
  /** Ends it. Returns the unexpected messages of the consoles. */
  end(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function openStage(name: EngineName): Promise<StageOfFile> {
  const mocks = await startMocks({ port: 0, latency: 0, agents: [AGENT] });
  const [product, engine] = await Promise.all([startProduct({ env: mocks.env }), OPENERS[name]()]);
  const visits: Visit[] = [];
  const expected: RegExp[] = [];
  let directory = '';

  async function visit(options?: VisitOptions): Promise<Visit> {
    const made = await engine.visit(options);
    visits.push(made);
    return made;
  }
  async function person(where?: Visit): Promise<Person> {
    const tab: Tab = await (where ?? (await visit())).open();
    return new Person(tab, directory);
  }
  async function arrive(where?: Visit): Promise<Person> {
    const visitor = await person(where);
    await visitor.opens(product.url);
    return visitor;
  }
  const expectTrouble = (pattern: RegExp) => void expected.push(pattern);

  return {
    async begin() {
      directory = await mkdtemp(path.join(tmpdir(), 'journey-'));
      mocks.reset();
      await product.start();
      return { engine, product, mocks, directory, visit, person, arrive, expectTrouble };
    },
    async end() {
      // Taken out first: what cannot be ended is this journey's trouble, and not that of all that follow.
      const ended = visits.splice(0);
      const awaited = expected.splice(0);
      const troubles = ended.flatMap((one) => one.troubles);
      await Promise.all(ended.map((one) => one.close()));
      await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      const isExpected = (trouble: string) => [...NO_TROUBLE, ...awaited].some((pattern) => pattern.test(trouble));
      const unexpected = troubles.filter((trouble) => !isExpected(trouble));
      return unexpected;
    },
    async close() {
      await engine.close();
      await product[Symbol.asyncDispose]();
      await mocks.close();
    },
  };
}
