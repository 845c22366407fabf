/**
 * Lets React remove a node, or insert one before another, after another program has moved or replaced that node.
 * Translators replace texts with other nodes, and extensions wrap elements. The browser then throws a NotFoundError,
 * and React ends the whole view (https://github.com/facebook/react/issues/11538).
 *
 * This is the second line of defence: a text that changes or comes and goes has its own element
 * (`tests/architecture/texts-alone.test.ts`), so that React asks for no node that a translator replaces. To be called
 * before React starts.
 */
export function tolerateMovedNodes(prototype: Node = Node.prototype): void {
  const { removeChild, insertBefore } = prototype;

  /** A node with another parent is removed from there. A node without a parent is removed already. */
  prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode === this ? this : child.parentNode;
    if (parent !== null) removeChild.call(parent, child);
    return child;
  };

  /** If `before` was wrapped, the new node goes before the wrapper. If it is gone, the new node goes to the end. */
  prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    let place = before;
    while (place !== null && place.parentNode !== this) place = place.parentNode;
    insertBefore.call(this, node, place);
    return node;
  };
}
