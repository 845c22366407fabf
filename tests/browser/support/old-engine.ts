import type { BrowserContext } from 'playwright-core';

/**
 * Serves the pages of this context without CSS words that an older engine does not know. Each word is replaced by an
 * unknown one, so that the engine drops its rules.
 */
export async function withoutCss(context: BrowserContext, words: readonly string[]): Promise<void> {
  await context.route(/\/(?:$|assets\/[^/]+\.js$)/, async (route) => {
    const answer = await route.fetch();
    let body = await answer.text();
    for (const word of words) body = body.replaceAll(word, word.replace(/[a-z]+/, 'unheard-of'));
    // The hashes of the policy belong to the original document.
    const { 'content-security-policy': _policy, 'content-encoding': _coding, ...headers } = answer.headers();
    await route.fulfill({ status: answer.status(), headers, body });
  });
  // A script may still be loading when the test ends.
  const close = context.close.bind(context);
  context.close = async (options) => {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await close(options);
  };
}

/** Without popovers, as in Safari 16 and in Firefox before 125: the attribute has no effect there. */
export const withoutPopovers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (name !== 'popover') setAttribute.call(this, name, value);
    };
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });

/** Without `AbortSignal.timeout`, as in Safari before 16 and in Firefox before 100. */
export const withoutTimeoutSignals = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => void Reflect.deleteProperty(AbortSignal, 'timeout'));
