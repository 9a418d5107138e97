/** A new element with these children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

/** A snippet as nodes: its text, with matches in `mark`. No other element of it gets into the page. */
export function highlighted(snippet: string): Node[] {
  const { body } = new DOMParser().parseFromString(snippet, 'text/html');
  return [...body.childNodes].map((node) =>
    node.nodeName === 'EM'
      ? element('mark', node.textContent ?? '')
      : document.createTextNode(node.textContent ?? ''),
  );
}
