import { render } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { tolerateMovedNodes } from '#platform/moved-nodes.ts';
import { takeLooseTexts } from '../texts-alone.ts';

beforeAll(() => tolerateMovedNodes());

let parent: HTMLElement;
let before: Text;
let node: Text;
beforeEach(() => {
  parent = document.createElement('p');
  [before, node] = [document.createTextNode('before '), document.createTextNode('node')];
  parent.append(before, node);
});
const wrap = (inner: Node): HTMLElement => {
  const outer = document.createElement('font');
  inner.parentNode?.replaceChild(outer, inner);
  outer.append(inner);
  return outer;
};

test('a node is removed from where it was moved to', () => {
  wrap(wrap(node));
  parent.removeChild(node);
  expect(parent.textContent).toBe('before ');
});

test('a node that is no longer anywhere counts as removed', () => {
  node.remove();
  expect(parent.removeChild(node)).toBe(node);
  expect(parent.textContent).toBe('before ');
});

test('a node is inserted before the wrapper of its place', () => {
  wrap(wrap(before));
  parent.insertBefore(document.createTextNode('first '), before);
  expect(parent.textContent).toBe('first before node');
});

test('a node is inserted at the end where its place is gone', () => {
  before.remove();
  parent.insertBefore(before, document.createTextNode('elsewhere'));
  expect(parent.textContent).toBe('nodebefore ');
});

test('nodes that were not moved are removed and inserted as ever', () => {
  parent.insertBefore(node, before);
  expect(parent.textContent).toBe('nodebefore ');
  parent.removeChild(before);
  expect(parent.textContent).toBe('node');
  parent.insertBefore(before, null);
  expect(parent.textContent).toBe('nodebefore ');
});

test('React continues if a translator has replaced the text that it removes, and the one it inserts before', () => {
  const Line = ({ draft }: { readonly draft: boolean }) => (
    <p>
      {draft && 'Draft. '}
      {!draft && <b>Sent. </b>}3 of 4
    </p>
  );
  const { container, rerender } = render(<Line draft={true} />);
  const line = container.querySelector('p');
  for (const text of [...(line?.childNodes ?? [])]) {
    const font = document.createElement('font');
    font.textContent = text.textContent;
    line?.replaceChild(font, text);
  }
  rerender(<Line draft={false} />);
  expect(container.textContent).toContain('Sent. ');
  expect(container.textContent).toContain('3 of 4');
  // No component may do so; this one does it on purpose.
  expect(takeLooseTexts()).not.toEqual([]);
});
