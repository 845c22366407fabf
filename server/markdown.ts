import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { SAFE_LINK, type TextElement, type TextNode } from '#contract/college.ts';

/** HTML is shown as text, pictures by their alternative text. Links may only be web, mail and telephone addresses. */
export const toTextNodes = (markdown: string): TextNode[] => nodesOf(lexer(markdown));

const nodesOf = (tokens: readonly Token[] = []): TextNode[] => tokens.flatMap((token) => nodeOf(token as MarkedToken));

/** The dialog has the title of the text; its headings are below that level. */
const HEADINGS: readonly TextElement[] = ['h2', 'h2', 'h3', 'h4'];

function nodeOf(token: MarkedToken): TextNode | TextNode[] {
  switch (token.type) {
    case 'heading':
      return { element: HEADINGS[token.depth - 1] ?? 'h4', children: nodesOf(token.tokens) };
    case 'paragraph':
      return { element: 'p', children: nodesOf(token.tokens) };
    case 'list':
      return { element: token.ordered ? 'ol' : 'ul', children: token.items.map(itemOf) };
    case 'blockquote':
      return { element: 'blockquote', children: nodesOf(token.tokens) };
    case 'table':
      return { element: 'table', children: [rowOf(token.header, 'th'), ...token.rows.map((row) => rowOf(row, 'td'))] };
    case 'hr':
    case 'br':
      return { element: token.type };
    case 'strong':
    case 'em':
      return { element: token.type, children: nodesOf(token.tokens) };
    case 'link':
      if (!SAFE_LINK.test(token.href)) return nodesOf(token.tokens);
      return { element: 'a', href: token.href, children: nodesOf(token.tokens) };
    case 'code':
    case 'codespan':
      return { element: 'code', children: [textOf(token.text)] };
    case 'text':
      return token.tokens ? nodesOf(token.tokens) : textOf(token.text);
    case 'space':
    case 'def':
      return [];
    default:
      return 'tokens' in token && token.type !== 'image'
        ? nodesOf(token.tokens)
        : textOf('text' in token ? token.text : '');
  }
}

const itemOf = (item: Tokens.ListItem): TextNode => ({ element: 'li', children: nodesOf(item.tokens) });

const rowOf = (cells: readonly Tokens.TableCell[], element: 'th' | 'td'): TextNode => ({
  element: 'tr',
  children: cells.map(({ tokens }) => ({ element, children: nodesOf(tokens) })),
});

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': '\u00A0',
};

/** Common entities are decoded; others stay unchanged. */
const textOf = (text: string): TextNode => ({
  element: 'text',
  text: text.replaceAll(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity),
});
