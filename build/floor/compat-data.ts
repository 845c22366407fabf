import compat from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier, SimpleSupportStatement, SupportStatement } from '@mdn/browser-compat-data';
import { type BrowserName, FLOOR } from './floor.ts';

const BROWSERS = Object.keys(FLOOR) as BrowserName[];
type Node = Identifier | undefined;

/** The entry at a path such as 'api.AbortSignal.timeout_static'; undefined if there is none. */
export function entryAt(feature: string): Node {
  let at: Node = compat as unknown as Identifier;
  for (const part of feature.split('.')) at = at !== undefined && Object.hasOwn(at, part) ? at[part] : undefined;
  return at;
}

/**
 * The oldest supported browsers that lack a feature. The list is empty if the data do not know the feature. It is also
 * empty if no current browser has it, because then our code only happens to use the same name.
 */
export function lackedBy(feature: string): readonly string[] {
  const support = entryAt(feature)?.__compat?.support;
  if (support === undefined || !BROWSERS.some((browser) => isAnywhere(support[browser]))) return [];
  return BROWSERS.filter((browser) => {
    const statements = [support[browser] ?? []].flat();
    return statements.length > 0 && !statements.some((one) => isThere(one, FLOOR[browser]));
  }).map((browser) => `${browser} ${FLOOR[browser]}`);
}

export const isNewer = (feature: string): boolean => lackedBy(feature).length > 0;

const isAnywhere = (support: SupportStatement | undefined): boolean =>
  [support ?? []].flat().some((one) => isThere(one, Number.POSITIVE_INFINITY));

/** Whether that version supports the feature fully, without a prefix or a flag. */
function isThere(statement: SimpleSupportStatement, version: number): boolean {
  if (statement.flags !== undefined || statement.prefix !== undefined || statement.alternative_name !== undefined)
    return false;
  if (statement.partial_implementation === true) return false;
  const { version_added: added, version_removed: removed } = statement;
  if (typeof added !== 'string') return false;
  const isIn = Number.parseFloat(added.replace('≤', '')) <= version;
  return isIn && !(typeof removed === 'string' && Number.parseFloat(removed.replace('≤', '')) <= version);
}

/** Every feature by the object member that provides it, such as `.showPopover` or `.toSorted`. */
const members = new Map<string, string[]>();
for (const kind of ['api', 'javascript.builtins']) collectMembers(kind, entryAt(kind));

function collectMembers(path: string, entry: Node): void {
  for (const [name, inner] of Object.entries(entry ?? {})) {
    if (name === '__compat' || inner === undefined) continue;
    const feature = `${path}.${name}`;
    if (!name.includes('_')) members.set(name, [...(members.get(name) ?? []), feature]);
    if (/^[A-Z]/.test(name)) collectMembers(feature, inner as Identifier);
  }
}

/**
 * The feature of a member whose object is not known. Undefined if the oldest browsers have any object with a member of
 * that name, because the code may use that one.
 */
export function newerMember(name: string): string | undefined {
  const features = members.get(name) ?? [];
  return features.length > 0 && features.every(isNewer) ? features[0] : undefined;
}
