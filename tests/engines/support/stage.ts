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
 * WebKit logs this if a preloaded script is imported late, which happens on a slow machine. The page imports it in the
 * same call that preloads it.
 */
const SLOW_MACHINE = /was preloaded using link preload but not used within a few seconds/;
/**
 * WebKit logs this for an open call or a service worker if its page is left or reloaded. Our pages call only their own
 * server.
 */
const LEFT_UNDER_WAY = /[Cc]annot load \S+ due to access control checks|Cache API operation failed: Context is stopped/;
/** Messages that concern no journey. */
const NO_TROUBLE = [SLOW_MACHINE, LEFT_UNDER_WAY];

/** The real product, simulated services, and one engine to use it with. */
export interface Stage {
  readonly engine: Engine;
  readonly product: Product;
  readonly mocks: Mocks;
  /** A directory that exists until the journey ends. */
  readonly directory: string;
  /** A separate browser, closed at the end of the journey. */
  visit(options?: VisitOptions): Promise<Visit>;
  /** A person at a new tab of this browser or of the given one. */
  person(visit?: Visit): Promise<Person>;
  /** A person at the product's page, which React has hydrated. */
  arrive(visit?: Visit): Promise<Person>;
  /** Console messages that this journey allows. */
  expectTrouble(pattern: RegExp): void;
}

export interface StageOfFile {
  /** Starts a journey: no browser is open, and the services accept and have received nothing. */
  begin(): Promise<Stage>;
  /** Ends the journey. Returns the unexpected console messages. */
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
      // Removed first: if one cannot be closed, only this journey fails, and not all later ones.
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
