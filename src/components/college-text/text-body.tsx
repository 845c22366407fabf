import { createElement, type ReactNode } from 'react';
import type { TextNode } from '#contract/college.ts';
import { styled } from '../styled.ts';

const Body = styled('div', {
  base: {
    overflowWrap: 'anywhere',
    '& h2, & h3, & h4': { marginTop: '2', marginBottom: '0.5', fontSize: 'md', lineHeight: 'snug', fontWeight: 'bold' },
    '& p, & ul, & ol, & blockquote, & table': { marginBottom: '1' },
    '& ul, & ol': { paddingInlineStart: '3' },
    '& ul': { listStyle: 'disc' },
    '& ol': { listStyle: 'decimal' },
    '& li + li': { marginTop: '0.5' },
    '& table': { width: '100%', borderCollapse: 'collapse' },
    '& th, & td': {
      paddingBlock: '0.5',
      paddingInlineEnd: '1.5',
      borderBottomWidth: '1px',
      borderColor: 'line',
      textAlign: 'start',
      verticalAlign: 'top',
    },
    '& a': { color: 'accent', textDecoration: 'underline' },
    '& strong': { fontWeight: 'bold' },
  },
});

/** A text of the college, made of the elements that the contract lists: none of it is ever read as HTML. */
export const TextBody = ({ content }: { readonly content: readonly TextNode[] }) => <Body>{render(content)}</Body>;

const render = (nodes: readonly TextNode[] = []): readonly ReactNode[] =>
  nodes.map(({ element, text, href, children }, index) => {
    // A text never changes while it is shown: the place of a node is its name.
    const key = index;
    switch (element) {
      case 'text':
        return <span key={key}>{text}</span>;
      case 'hr':
      case 'br':
        return createElement(element, { key });
      case 'table':
        return (
          <table key={key}>
            <tbody>{render(children)}</tbody>
          </table>
        );
      case 'a':
        return (
          <a key={key} href={href} target="_blank" rel="noreferrer">
            {render(children)}
          </a>
        );
      default:
        return createElement(element, { key }, render(children));
    }
  });
