/** The key of an element in WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * WebKit's driver never answers some commands that were open when their page was left. Callers retry after a timeout.
 */
const COMMAND_TIMEOUT_MS = 15_000;

export type ElementId = string;

/** A WebDriver session over HTTP, with the few commands of the journeys. Each throws with the driver's message. */
export class WebDriverSession {
  readonly #base: string;
  readonly version: string;

  private constructor(base: string, version: string) {
    this.#base = base;
    this.version = version;
  }

  static async start(driver: string, capabilities: object): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const answer = (await call(driver, 'POST', '/session', body)) as {
      readonly sessionId: string;
      readonly capabilities: { readonly browserVersion: string };
    };
    return new WebDriverSession(`${driver}/session/${answer.sessionId}`, answer.capabilities.browserVersion);
  }

  post = (path: string, body: object = {}): Promise<unknown> => call(this.#base, 'POST', path, body);
  get = (path: string): Promise<unknown> => call(this.#base, 'GET', path);
  delete = (path: string): Promise<unknown> => call(this.#base, 'DELETE', path);

  /** Runs a function body in the page and awaits a returned promise. */
  async run(expression: string): Promise<unknown> {
    const script = `const done = arguments[arguments.length - 1];
      (async () => ${expression})().then(
        (value) => done({ value }),
        (error) => done({ error: String(error?.stack ?? error) }),
      );`;
    const answer = (await this.post('/execute/async', { script, args: [] })) as { value?: unknown; error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  /** The element that an expression in the page returns. */
  async find(expression: string): Promise<ElementId | undefined> {
    const answer = await this.post('/execute/sync', { script: `return ${expression}`, args: [] });
    return (answer as Record<string, string> | null)?.[ELEMENT];
  }
}

async function call(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS);
  const answer = await fetch(`${base}${path}`, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${path}: ${error}: ${message}`);
}
