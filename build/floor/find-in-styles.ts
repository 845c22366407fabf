import { entryAt, isNewer } from './compat-data.ts';

const VIEWPORT_UNITS = { d: 'dynamic', s: 'small', l: 'large' } as const;

/** Newer CSS features in a text: a selector, a value, an at-rule or a whole rule. */
export function newerInCss(text: string): string[] {
  const found: string[] = [];
  for (const [, name] of text.matchAll(/(?<![\s\w]):{1,2}([a-z][a-z-]+)(?![\w-])|(?<=\s):{1,2}([a-z][a-z-]+)(?=\()/g))
    found.push(`css.selectors.${name}`);
  for (const [, name] of text.matchAll(/(?<=[\w\])*]):{1,2}([a-z][a-z-]+)(?![\w-])/g))
    found.push(`css.selectors.${name}`);
  for (const [, name] of text.matchAll(/@([a-z][a-z-]+)/g)) found.push(`css.at-rules.${name}`);
  for (const [, name] of text.matchAll(/\(([a-z][a-z-]+)(?=\s*[:)<>])/g)) found.push(`css.at-rules.media.${name}`);
  for (const [, name] of text.matchAll(/(?<![\w-])([a-z][a-z-]+)\(/g))
    found.push(`css.types.${name}`, `css.types.color.${name}`);
  for (const [, unit = ''] of text.matchAll(/\d([a-z]+)(?![\w-])/g)) found.push(unitFeature(unit));
  if (text.includes('{'))
    for (const [, name = '', value = ''] of text.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;}]*)/g))
      found.push(...newerInDeclaration(name, value));
  return found.filter(isNewer);
}

function unitFeature(unit: string): string {
  const [kind, size] = [unit[0], unit.slice(1)];
  if (/^v(?:w|h|i|b|min|max)$/.test(size) && kind !== undefined && kind in VIEWPORT_UNITS)
    return `css.types.length.viewport_percentage_units_${VIEWPORT_UNITS[kind as keyof typeof VIEWPORT_UNITS]}`;
  return /^cq/.test(unit) ? 'css.types.length.container_query_length_units' : `css.types.length.${unit}`;
}

/** Newer features in one declaration. Its name may be in CSS spelling or in camel case. */
export function newerInDeclaration(name: string, value: string): string[] {
  const property = `css.properties.${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (entryAt(property) === undefined) return [];
  if (isNewer(property)) return [property];
  return value.split(/\s+/).flatMap((word) => (isNewer(`${property}.${word}`) ? [`${property}.${word}`] : []));
}
