import { parseSync } from 'vite';
import { entryAt, isNewer, newerMember } from './compat-data.ts';
import { newerInCss, newerInDeclaration } from './find-in-styles.ts';

export interface Found {
  /** The name in @mdn/browser-compat-data, such as 'api.AbortSignal.timeout_static'. */
  readonly feature: string;
  readonly line: number;
}

type AstNode = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

/** Objects whose members are looked up by the name of the object. */
const OBJECTS: Readonly<Record<string, string>> = {
  ...{ navigator: 'Navigator', document: 'Document', window: 'Window', self: 'Window', globalThis: 'Window' },
  ...{ crypto: 'Crypto', location: 'Location', history: 'History', performance: 'Performance', screen: 'Screen' },
  ...{ indexedDB: 'IDBFactory', caches: 'CacheStorage', visualViewport: 'VisualViewport', storage: 'StorageManager' },
};
/** Nodes that contain only types. They do not run. */
const TYPED = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSInstantiationExpression']);

/** Parsed code and the names that it declares. */
export interface Source {
  readonly name: string;
  readonly text: string;
  readonly program: AstNode;
  /** Members, keys and variables. An object with such a member counts as ours. */
  readonly ownNames: ReadonlySet<string>;
}

/**
 * @param name a file name; its extension decides the language
 * @throws if the text cannot be parsed
 */
export function readSource(name: string, text: string): Source {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const root = program as unknown as AstNode;
  return { name, text, program: root, ownNames: ownNames(root) };
}

/**
 * Every use of a feature that one of the oldest supported browsers lacks: globals, members, attributes, styles and
 * regular expressions. Newer syntax is left out because the build rewrites it.
 * @param ours member names that always count as ours
 */
export function findNewer({ name, text, program }: Source, ours: ReadonlySet<string>): Found[] {
  const declared = declaredNames(program);
  const styles = /styled|styles|theme|style=/.test(name + text);
  const scope = { declared, modules: namespaces(program), ours, styles };
  const found = new Map<string, Found>();
  walk(program, undefined, (node, parent) => {
    for (const feature of featuresOf(node, parent, scope)) {
      if (!isNewer(feature)) continue;
      const line = text.slice(0, node.start).split('\n').length;
      found.set(`${feature} ${line}`, { feature, line });
    }
  });
  return [...found.values()];
}

interface Scope {
  /** Names that the file declares or imports. */
  readonly declared: ReadonlySet<string>;
  /** Those of them that are namespace imports. */
  readonly modules: ReadonlySet<string>;
  readonly ours: ReadonlySet<string>;
  readonly styles: boolean;
}

type Visit = (node: AstNode, parent: AstNode | undefined) => void;

function walk(node: AstNode, parent: AstNode | undefined, visit: Visit, withTypes = false): void {
  if (!withTypes && node.type.startsWith('TS') && !TYPED.has(node.type)) return;
  visit(node, parent);
  for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, node, visit, withTypes);
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Names that the file declares or imports, so they are not globals in it. */
function declaredNames(program: AstNode): ReadonlySet<string> {
  const names = new Set<string>();
  const bind = (pattern: unknown): void => {
    if (!isNode(pattern)) return;
    if (pattern.type === 'Identifier') names.add(String(pattern.name));
    for (const part of [pattern.properties, pattern.elements, pattern.value, pattern.left, pattern.argument].flat())
      bind(part);
  };
  walk(program, undefined, (node) => {
    for (const part of [node.id, node.params, node.param, node.local].flat()) bind(part);
  });
  return names;
}

function namespaces(program: AstNode): ReadonlySet<string> {
  const names = new Set<string>();
  walk(program, undefined, ({ type, local }) => {
    if (type === 'ImportNamespaceSpecifier') names.add(nameOf(local) ?? '');
  });
  return names;
}

function ownNames(program: AstNode): ReadonlySet<string> {
  const names = new Set(declaredNames(program));
  const note = (node: AstNode) => {
    const name = 'key' in node && node.computed !== true ? nameOf(node.key) : undefined;
    if (name !== undefined) names.add(name);
  };
  walk(program, undefined, note, true);
  return names;
}

function featuresOf(node: AstNode, parent: AstNode | undefined, scope: Scope): string[] {
  switch (node.type) {
    case 'MemberExpression':
      return memberFeatures(node, scope);
    case 'Identifier':
      return isReference(node, parent) && !scope.declared.has(String(node.name))
        ? globalFeatures(String(node.name))
        : [];
    case 'JSXOpeningElement':
      return attributeFeatures(node);
    case 'Property':
      return scope.styles ? declarationFeatures(node) : [];
    case 'TemplateElement':
      return newerInCss((node.value as { cooked?: string }).cooked ?? '');
    case 'Literal':
      return literalFeatures(node, parent);
    default:
      return [];
  }
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) ? String(node.name ?? node.value ?? '') || undefined : undefined;

function isReference(node: AstNode, parent: AstNode | undefined): boolean {
  if (parent === undefined || /^(?:Import|Export)/.test(parent.type)) return false;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed === true;
  return !('key' in parent && parent.key === node && parent.value !== node && parent.computed !== true);
}

const globalFeatures = (name: string): string[] => [`api.${name}`, `api.Window.${name}`, `javascript.builtins.${name}`];

function memberFeatures(node: AstNode, { declared, modules, ours }: Scope): string[] {
  const name = nameOf(node.property);
  if (name === undefined || (node.computed === true && (node.property as AstNode).type !== 'Literal')) return [];
  const object = node.object as AstNode;
  const owner = nameOf(object.type === 'MemberExpression' ? object.property : object) ?? '';
  const isOurs = object.type === 'Identifier' && declared.has(owner);
  if (isOurs && modules.has(owner)) return [];
  const known = OBJECTS[owner];
  if (!isOurs && known === 'Window') return globalFeatures(name);
  const own = known === undefined ? staticFeatures(owner, name) : [`api.${known}.${name}`];
  const there = isOurs ? [] : own.filter((feature) => entryAt(feature) !== undefined);
  return there.length > 0 || ours.has(name) ? there : memberFeature(name);
}

const staticFeatures = (owner: string, name: string): string[] => [
  `api.${owner}.${name}_static`,
  `javascript.builtins.${owner}.${name}`,
  `javascript.builtins.Intl.${owner}.${name}`,
];

function memberFeature(name: string): string[] {
  const feature = newerMember(name);
  return feature === undefined ? [] : [feature];
}

function attributeFeatures(node: AstNode): string[] {
  const tag = nameOf(node.name) ?? '';
  if (!/^[a-z]/.test(tag)) return [];
  const names = (node.attributes as AstNode[]).flatMap((one) => nameOf(one.name)?.toLowerCase() ?? []);
  const ofTag = names.map((name) => `html.elements.${tag}.${name}`);
  return [`html.elements.${tag}`, ...ofTag, ...names.map((name) => `html.global_attributes.${name}`)];
}

/** An object property that is a CSS declaration, as in recipes and `style`. */
function declarationFeatures({ key, value }: AstNode): string[] {
  const [name, word] = [nameOf(key), isNode(value) && value.type === 'Literal' ? value.value : undefined];
  return name === undefined ? [] : newerInDeclaration(name, typeof word === 'string' ? word : '');
}

function literalFeatures(node: AstNode, parent: AstNode | undefined): string[] {
  const isPattern = parent?.type === 'NewExpression' && nameOf(parent.callee) === 'RegExp';
  const regex = node.regex as { pattern: string; flags: string } | undefined;
  if (regex !== undefined) return regexFeatures(regex.pattern, regex.flags);
  if (typeof node.value !== 'string') return [];
  return isPattern ? regexFeatures(node.value, '') : newerInCss(node.value);
}

function regexFeatures(pattern: string, flags: string): string[] {
  const found: string[] = [];
  if (/\(\?<[=!]/.test(pattern)) found.push('javascript.regular_expressions.lookbehind_assertion');
  if (/\(\?[ims]*-?[ims]+:/.test(pattern)) found.push('javascript.regular_expressions.modifier');
  if (flags.includes('v')) found.push('javascript.builtins.RegExp.unicodeSets');
  return found;
}
