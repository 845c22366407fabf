import { type ESTree, parseSync } from 'vite';

/** Elements that may be inside a sentence. All others end it. */
const INLINE = new Set(['a', 'b', 'code', 'em', 'kbd', 'span', 'strong', 'Verbatim']);
/** Stands for a value that is inserted at run time. */
const FILLED = '□';

/** The most words that a sentence on the screen may have. */
export const LONGEST_SENTENCE = 20;

/** The sentences in a source file's texts. A value that is inserted at run time counts as one word. */
export function sentencesIn(name: string, source: string): string[] {
  const { program } = parseSync(name, source);
  const texts: string[] = [];
  visit(program, texts);
  return texts.flatMap((text) => text.replace(/\s+/g, ' ').split(/(?<=[.!?…:])["”’)]?\s/)).filter((one) => one !== '');
}

/** The number of words in a sentence. Numbers and codes do not count. */
export const wordsOf = (sentence: string): number =>
  sentence.split(/[\s/]+/).filter((word) => /^["“‘'(]*(□|[A-Za-z][A-Za-z’'-]*)[)"”’'.,;:!?…]*$/.test(word)).length;

/** The sentences that are too long, except those that `fixed` contains word for word. */
export const tooLong = (name: string, source: string, fixed: string): string[] =>
  sentencesIn(name, source).filter(
    (sentence) => wordsOf(sentence) > LONGEST_SENTENCE && !fixed.includes(sentence.trim()),
  );

type Node = ESTree.Node;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

function visit(node: Node, texts: string[]): void {
  if (node.type === 'ImportDeclaration' || isList(node)) return;
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    if (node.type === 'JSXElement') visit(node.openingElement, texts);
    texts.push(textOf(node, texts));
    return;
  }
  const text = written(node);
  if (text !== undefined) texts.push(text);
  for (const child of childrenOf(node)) if (text === undefined || child.type !== 'TemplateElement') visit(child, texts);
}

/** A word list that is written as one text: `'one two'.split(' ')`. */
const isList = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'split' &&
  written(node.callee.object) !== undefined;

/** The text of a literal; undefined for any other node. */
function written(node: Node): string | undefined {
  if (node.type === 'ParenthesizedExpression') return written(node.expression);
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join(FILLED);
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const [left, right] = [written(node.left), written(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** The text of an element and of the elements inside its sentences. Other elements are separate texts. */
function textOf(node: ESTree.JSXElement | ESTree.JSXFragment, texts: string[]): string {
  return node.children
    .map((child) => {
      if (child.type === 'JSXText') return child.value;
      if (child.type === 'JSXElement' && isInline(child)) return textOf(child, texts);
      const text = child.type === 'JSXExpressionContainer' ? written(child.expression) : undefined;
      if (text !== undefined) return text;
      visit(child, texts);
      return child.type === 'JSXExpressionContainer' ? FILLED : '. ';
    })
    .join('');
}

const isInline = ({ openingElement: { name } }: ESTree.JSXElement): boolean =>
  name.type === 'JSXIdentifier' && INLINE.has(name.name);
