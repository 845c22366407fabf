/**
 * Reports each text that React changes, inserts or removes next to other nodes, or inserts something before: a
 * translator would have replaced that text. Such a text needs its own element. Runs in a page before its scripts, or in
 * component tests.
 */
export function watchTexts(report: (trouble: string) => void = (trouble) => reportError(new Error(trouble))): void {
  /** React keeps a text node only if it has siblings. Translators leave white space alone. */
  const isKeptByReact = (node: Node | null): node is Text =>
    node instanceof Text &&
    node.data.trim() !== '' &&
    Object.keys(node).some((name) => name.startsWith('__reactFiber$'));
  const note = (what: string, text: Text, parent: Node | null) => {
    if (parent?.isConnected !== true) return;
    const place = parent instanceof Element ? parent.outerHTML.slice(0, 300) : '';
    report(`text without its own element: React ${what} "${text.data}" in ${place}`);
  };

  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    if (isKeptByReact(node)) note('appends', node, this);
    appendChild.call(this, node);
    return node;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (isKeptByReact(node)) note('inserts', node, this);
    if (isKeptByReact(before)) note('inserts something before', before, this);
    insertBefore.call(this, node, before);
    return node;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    if (isKeptByReact(node)) note('removes', node, this);
    removeChild.call(this, node);
    return node;
  };
  for (const prototype of [Node.prototype, CharacterData.prototype]) {
    const value = Object.getOwnPropertyDescriptor(prototype, 'nodeValue');
    if (value?.set === undefined) continue;
    const { set } = value;
    Object.defineProperty(prototype, 'nodeValue', {
      ...value,
      set(this: Node, text: string) {
        if (isKeptByReact(this)) note('changes', this, this.parentNode);
        set.call(this, text);
      },
    });
  }
}
