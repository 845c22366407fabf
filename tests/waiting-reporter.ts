import type { ReportedHookContext, Reporter, TestCase, TestModule } from 'vitest/node';

const EVERY_MS = 60_000;

/** Prints every minute each test and hook that has run for a minute or more, so that a hanging run is not silent. */
export default class WaitingReporter implements Reporter {
  readonly #running = new Map<string, { readonly what: string; readonly since: number }>();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#timer ??= setInterval(() => this.#say(), EVERY_MS).unref();
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#running.clear();
  }

  onTestCaseReady(test: TestCase): void {
    this.#began(test.id, `${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test.id);
  }

  onHookStart({ entity, name }: ReportedHookContext): void {
    const module = entity.type === 'module' ? entity : entity.module;
    this.#began(`${entity.id} ${name}`, `${module.relativeModuleId}: ${name}`);
  }

  onHookEnd({ entity, name }: ReportedHookContext): void {
    this.#running.delete(`${entity.id} ${name}`);
  }

  /** Vitest may report the end of a hook before its start. */
  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    for (const [id, { what }] of this.#running) if (what.startsWith(`${relativeModuleId}: `)) this.#running.delete(id);
  }

  #began(id: string, what: string): void {
    this.#running.set(id, { what, since: Date.now() });
  }

  #say(): void {
    for (const { what, since } of this.#running.values()) {
      const ms = Date.now() - since;
      if (ms >= EVERY_MS) process.stdout.write(`Running for ${Math.floor(ms / 1000)} s: ${what}\n`);
    }
  }
}
