/** Makes `document` global, with as much of it as the examples of the package and Preact use. */

class SmallNode {
  readonly childNodes: SmallNode[] = [];
  readonly attributes: readonly never[] = [];
  parentNode: SmallNode | null = null;
  data = '';
  readonly nodeType: 1 | 3;
  readonly localName: string;

  constructor(nodeType: 1 | 3, localName: string) {
    this.nodeType = nodeType;
    this.localName = localName;
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): SmallNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get textContent(): string {
    return this.data + this.childNodes.map((child) => child.textContent).join('\n');
  }

  set textContent(text: string) {
    this.replaceChildren(textNode(text));
  }

  appendChild(child: SmallNode): SmallNode {
    return this.insertBefore(child, null);
  }

  insertBefore(child: SmallNode, before: SmallNode | null): SmallNode {
    child.remove();
    const at = before === null ? this.childNodes.length : this.childNodes.indexOf(before);
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }

  removeChild(child: SmallNode): void {
    child.remove();
  }

  remove(): void {
    const siblings = this.parentNode?.childNodes;
    siblings?.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  replaceChildren(...children: readonly SmallNode[]): void {
    this.childNodes.splice(0);
    for (const child of children) this.appendChild(child);
  }
}

const body = new SmallNode(1, 'body');

Object.assign(globalThis, {
  document: {
    body,
    createElement: element,
    createElementNS: (_: unknown, name: string) => element(name),
    createTextNode: textNode,
    querySelector: () => body,
  },
});

function element(name: string): SmallNode {
  return new SmallNode(1, name);
}

function textNode(text: string): SmallNode {
  return Object.assign(new SmallNode(3, ''), { data: text });
}
