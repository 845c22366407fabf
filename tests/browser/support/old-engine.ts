import type { BrowserContext } from 'playwright-core';

/**
 * From here on the pages of this context come without words of CSS that an older engine does not know: each stands in
 * the document and in the scripts as one that no engine knows, so that rules with it are dropped as they are there.
 */
export async function withoutCss(context: BrowserContext, words: readonly string[]): Promise<void> {
  await context.route(/\/(?:$|assets\/[^/]+\.js$)/, async (route) => {
    const answer = await route.fetch();
    let body = await answer.text();
    for (const word of words) body = body.replaceAll(word, word.replace(/[a-z]+/, 'unheard-of'));
    // The hashes of the policy are those of the document as it was.
    const { 'content-security-policy': _policy, 'content-encoding': _coding, ...headers } = answer.headers();
    await route.fulfill({ status: answer.status(), headers, body });
  });
  // A script may still be loading when the test is over.
  const close = context.close.bind(context);
  context.close = async (options) => {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await close(options);
  };
}

/** Without popovers, as Safari 16 and Firefox before 125: their attribute means nothing there. */
export const withoutPopovers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (name !== 'popover') setAttribute.call(this, name, value);
    };
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  });

/** Without `AbortSignal.timeout`, as Safari before 16 and Firefox before 100. */
export const withoutTimeoutSignals = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => void Reflect.deleteProperty(AbortSignal, 'timeout'));
