/** A piece of an HTML page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Control characters other than tabs and line breaks, which HTML does not allow, and those that reverse texts. */
const CONTROLS = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(CONTROLS, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** A template of HTML: inserted texts are escaped, in attributes (which must be quoted) as well as between tags. */
export const html = (
  texts: TemplateStringsArray,
  ...values: ReadonlyArray<string | number | Html | readonly Html[]>
): Html => new Html(texts.map((text, at) => text + textOf(values[at] ?? '')).join(''));

function textOf(value: string | number | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escaped(String(value));
}
