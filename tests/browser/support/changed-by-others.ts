/**
 * What browsers and their extensions do to a page, as functions that run in it: `page.evaluate(insertIcons)` does it
 * once, `page.addInitScript(alwaysTranslate)` from the beginning and again after each change.
 */

/**
 * Chrome's and Edge's translation, with the same words: each text is replaced by two elements around a new text. Nothing
 * of the page can tell it from a translation, and a test still finds its words.
 */
export function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== '' && !text.parentElement?.closest('font, script, style, option, [translate=no]'))
      texts.push(text);
  }
  for (const text of texts) {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}
