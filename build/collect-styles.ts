const STYLE_TAG = /<style data-emotion="([^"]*)"[^>]*>([\s\S]*?)<\/style>/g;

/**
 * Moves emotion's style tags from rendered markup into joined tags for the document's head. On the server emotion writes
 * each rule beside its element. In the browser it expects none there and finds the joined tag by its attribute. Each tag
 * needs one hash in the content security policy.
 *
 * @param rendered markup of one or more views, in the order in which their styles apply
 */
export function collectStyles(...rendered: string[]): { views: string[]; tags: string[] } {
  const globals = new Map<string, string>();
  const classes = new Map<string, string>();
  let key = 'css';
  const views = rendered.map((markup) =>
    markup.replaceAll(STYLE_TAG, (_tag, attribute: string, css: string) => {
      const [cacheKey = 'css', ...names] = attribute.split(' ');
      if (cacheKey.endsWith('-global')) globals.set(attribute, css);
      else {
        key = cacheKey;
        classes.set(names.join(' '), css);
      }
      return '';
    }),
  );
  const globalTags = [...globals].map(([attribute, css]) => `<style data-emotion="${attribute}">${css}</style>`);
  const classTag = `<style data-emotion="${key} ${[...classes.keys()].join(' ')}">${[...classes.values()].join('')}</style>`;
  return { views, tags: classes.size > 0 ? [...globalTags, classTag] : globalTags };
}
