import { type ESTree, parseSync } from 'vite';

/** The content between the tags of an element, a component or a fragment. */
type Kind =
  /** Words that are always there and never change. */
  | 'words'
  /** One element that is always there. */
  | 'element'
  /** Elements that come and go: none, one or many. */
  | 'elements'
  /** Anything else may be a text that changes, or comes and goes. */
  | 'open';

interface LooseText {
  /** Counts from 1. */
  readonly line: number;
  readonly source: string;
}

/**
 * Finds the texts that React would have to find again among other nodes:
 *
 * - an expression that may be a text, beside anything else. It needs its own element;
 * - elements that come and go before words, since React inserts them before the node of those words;
 * - words of a fragment, which come and go with it;
 * - words beside an element in both branches of a condition, where React would change the one into the other. A key of
 *   each branch makes two elements of them.
 *
 * White space alone does not count: translators do not replace it.
 *
 * An expression gives elements only where its JSX says so, or a name of the same file that holds such JSX, or one that
 * is declared with the type `Elements`, to which the compiler holds it.
 */
export function looseTexts(file: string, code: string): readonly LooseText[] {
  const { program, errors } = parseSync(file, code, { preserveParens: false });
  if (errors[0] !== undefined) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const names = namesOfElements(program);
  const found: LooseText[] = [];
  visit(program, (node) => {
    for (const { start, end } of looseIn(node, names)) {
      const source = code.slice(start, end).trim().replaceAll(/\s+/g, ' ');
      found.push({ line: code.slice(0, start).split('\n').length, source });
    }
  });
  return found;
}

function looseIn(node: ESTree.Node, names: Names): readonly ESTree.Node[] {
  if (node.type === 'ConditionalExpression') return isChangedInPlace(node, names) ? [node] : [];
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return [];
  const parts = partsOf(node.children, names);
  const lastWords = parts.findLastIndex(({ kind }) => kind === 'words');
  return parts
    .filter(({ kind }, at) => {
      if (node.type === 'JSXFragment') return kind === 'open' || kind === 'words';
      return parts.length > 1 && (kind === 'open' || (kind === 'elements' && at < lastWords));
    })
    .map(({ child }) => child);
}

/** `wanted ? <p>Yes, <b>this</b></p> : <p>No, <b>that</b></p>`: the same `p`, with other words. */
function isChangedInPlace({ consequent, alternate }: ESTree.ConditionalExpression, names: Names): boolean {
  if (consequent.type !== 'JSXElement' || alternate.type !== 'JSXElement') return false;
  const [one, other] = [consequent, alternate].map(({ openingElement: { name, attributes } }) => ({
    name: JSON.stringify(name, (key, value) => (key === 'start' || key === 'end' ? undefined : value)),
    hasKey: attributes.some((given) => given.type === 'JSXAttribute' && given.name.name === 'key'),
  }));
  if (one?.name !== other?.name || one?.hasKey || other?.hasKey) return false;
  return [consequent, alternate].some(({ children }) => {
    const parts = partsOf(children, names);
    return parts.length > 1 && parts.some(({ kind }) => kind === 'words');
  });
}

interface Part {
  readonly kind: Kind;
  readonly child: ESTree.JSXChild;
}

type Names = ReadonlySet<string>;

/** Without white space. A fragment is no node: its children belong to its parent. */
function partsOf(children: readonly ESTree.JSXChild[], names: Names): readonly Part[] {
  return children.flatMap((child): readonly Part[] => {
    if (child.type === 'JSXText') return child.value.trim() === '' ? [] : [{ kind: 'words', child }];
    if (child.type === 'JSXFragment') return partsOf(child.children, names);
    if (child.type !== 'JSXExpressionContainer') return [{ kind: 'element', child }];
    const { expression } = child;
    if (expression.type === 'JSXEmptyExpression') return [];
    if (expression.type === 'Literal' && String(expression.value).trim() === '') return [];
    if (isWords(expression)) return [{ kind: 'words', child }];
    return [{ kind: givesElements(expression, names) ? 'elements' : 'open', child }];
  });
}

const isWords = (expression: ESTree.Expression): boolean =>
  (expression.type === 'Literal' && typeof expression.value === 'string') ||
  // A constant of the module or of a catalogue: WORDS.addPhotos.
  /^[A-Z][A-Z_]+$/.test(rootOf(expression));

/** `a` of `a`, `a.b` and `a.b.c`; '' of anything else. */
function rootOf(expression: ESTree.Expression | ESTree.Super): string {
  if (expression.type === 'Identifier') return expression.name;
  if (expression.type === 'MemberExpression' && !expression.computed) return rootOf(expression.object);
  return '';
}

/** Whether nothing but elements can come of an expression. */
function givesElements(expression: ESTree.Expression, names: Names): boolean {
  switch (expression.type) {
    case 'JSXElement':
      return true;
    case 'JSXFragment':
      return partsOf(expression.children, names).every(({ kind }) => kind === 'element' || kind === 'elements');
    case 'LogicalExpression':
      return (
        givesElements(expression.right, names) &&
        (expression.operator === '&&' || givesElements(expression.left, names))
      );
    case 'ConditionalExpression':
      return givesElements(expression.consequent, names) && givesElements(expression.alternate, names);
    case 'Literal':
      return expression.value === null;
    case 'Identifier':
      return expression.name === 'undefined' || names.has(expression.name);
    case 'MemberExpression':
      return expression.property.type === 'Identifier' && names.has(expression.property.name);
    case 'CallExpression':
      return isCallForElements(expression, names);
    default:
      return false;
  }
}

/** `list.map((item) => <Item />)`, or a call of a function of the same file that gives elements. */
function isCallForElements({ callee, arguments: given }: ESTree.CallExpression, names: Names): boolean {
  if (callee.type === 'Identifier') return callee.name === 'createPortal' || names.has(callee.name);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false;
  if (callee.property.name !== 'map') return names.has(callee.property.name);
  const [make] = given;
  if (make?.type === 'Identifier') return names.has(make.name);
  return make?.type === 'ArrowFunctionExpression' && isFunctionOfElements(make, names);
}

type FunctionNode = ESTree.ArrowFunctionExpression | ESTree.Function;

function isFunctionOfElements(made: FunctionNode, names: Names): boolean {
  if (isOfElementsType(made.returnType)) return true;
  return made.body !== null && made.body.type !== 'BlockStatement' && givesElements(made.body, names);
}

/** The annotation `Elements`, or a function type that returns it. */
function isOfElementsType(annotation: ESTree.TSTypeAnnotation | null | undefined): boolean {
  const type = annotation?.typeAnnotation;
  if (type?.type === 'TSFunctionType') return isOfElementsType(type.returnType);
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false;
  return type.typeName.name === 'Elements' || type.typeName.name === 'ReactElement';
}

/** The names of a file that hold or give elements: constants, functions, and what is declared as `Elements`. */
function namesOfElements(program: ESTree.Program): Names {
  const names = new Set<string>();
  for (let known = -1; known < names.size; ) {
    known = names.size;
    visit(program, (node) => {
      const name = nameIfOfElements(node, names);
      if (name !== undefined) names.add(name);
    });
  }
  return names;
}

function nameIfOfElements(node: ESTree.Node, names: Names): string | undefined {
  switch (node.type) {
    case 'VariableDeclarator': {
      if (node.id.type !== 'Identifier') return undefined;
      const { init } = node;
      const gives =
        init?.type === 'ArrowFunctionExpression'
          ? isFunctionOfElements(init, names)
          : init !== null && givesElements(init, names);
      return gives || isOfElementsType(node.id.typeAnnotation) ? node.id.name : undefined;
    }
    case 'FunctionDeclaration':
      return node.id !== null && isFunctionOfElements(node, names) ? node.id.name : undefined;
    case 'TSPropertySignature':
      return node.key.type === 'Identifier' && isOfElementsType(node.typeAnnotation) ? node.key.name : undefined;
    default:
      return undefined;
  }
}

function visit(node: { readonly type: string }, look: (node: ESTree.Node) => void): void {
  look(node as ESTree.Node);
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one === 'object' && one !== null && typeof one.type === 'string') visit(one, look);
    }
  }
}
