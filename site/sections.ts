import type { Token } from '@11ty/eleventy';

/** A heading of a page, and the text up to the next one. */
export interface Section {
  readonly level: number;
  readonly heading: string;
  /** The id of the heading. */
  readonly anchor: string;
  readonly text: string;
  /** Its examples, for people who search for a name in them. */
  readonly code: string;
}

/** The id that GitHub derives from a heading, so that links work in both places. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** The text of the tokens of a line, without marks. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      if (type === 'image') return textOf(children ?? []);
      return type === 'text' || type === 'code_inline' ? content : '';
    })
    .join('');

/** Gives every heading of a page its id. The second heading with a text gets `-1`, as on GitHub. */
export function nameHeadings(tokens: readonly Token[]): void {
  const taken = new Map<string, number>();
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const slug = slugOf(textOf(tokens[at + 1]?.children ?? []));
    const repeated = taken.get(slug) ?? 0;
    taken.set(slug, repeated + 1);
    token.attrSet('id', repeated === 0 ? slug : `${slug}-${repeated}`);
  }
}

/** The sections of a page whose headings have ids. */
export function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: Array<{ level: number; heading: string; anchor: string; text: string[]; code: string[] }> =
    [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[at + 1]?.children ?? []);
      const anchor = token.attrGet('id') ?? '';
      sections.push({ level: Number(token.tag.slice(1)), heading, anchor, text: [], code: [] });
      continue;
    }
    const isHeading = tokens[at - 1]?.type === 'heading_open';
    if (token.type === 'inline' && !isHeading) sections.at(-1)?.text.push(textOf(token.children ?? []));
    if (token.type === 'fence') sections.at(-1)?.code.push(token.content);
  }
  return sections.map(({ text, code, ...section }) => ({
    ...section,
    text: text.join(' ').replace(/\s+/g, ' ').trim(),
    code: code.join('\n').trim(),
  }));
}
