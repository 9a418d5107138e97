import type { Markdown, Rule, Token } from '@11ty/eleventy';
import { sessionHtml } from './console-session.ts';
import type { Image, References } from './references.ts';
import { nameHeadings, type Section, sectionsOf } from './sections.ts';

/** What a page is rendered with; a member `doc` of its template's data. */
export interface Rendering {
  readonly source: string;
  readonly output: string;
}

/**
 * Lets Markdown of the project become pages of the site: headings have the ids of GitHub, links lead to pages of the site,
 * images have dark versions and sizes. The library needs no inline styles, which the site's policy forbids. `onSections`
 * receives the sections of each page.
 */
export function amendMarkdown(
  markdown: Markdown,
  references: References,
  onSections: (page: Rendering, sections: readonly Section[]) => void,
): void {
  const { rules } = markdown.renderer;
  const escaped = (text: string): string => markdown.utils.escapeHtml(text);

  markdown.core.ruler.push('site', ({ tokens, env }) => {
    const page = env.doc as Rendering;
    nameHeadings(tokens);
    prepareTables(tokens);
    for (const token of tokens) {
      if (token.type === 'html_block') token.content = withImages(token.content, page, references);
      for (const child of token.children ?? []) {
        if (child.type === 'image') prepareImage(child, page, references);
        if (child.type === 'html_inline') child.content = withImages(child.content, page, references);
      }
      prepareLinks(token.children ?? [], page, references);
    }
    onSections(page, sectionsOf(tokens));
  });

  rules.text = (tokens, at) => breakable(escaped(tokens[at]?.content ?? ''));
  rules.code_inline = (tokens, at) => `<code>${breakable(escaped(tokens[at]?.content ?? ''))}</code>`;
  rules.heading_close = (tokens, at, options, _env, renderer) => {
    const close = renderer.renderToken(tokens, at, options);
    const open = tokens[at - 2];
    if (open?.type !== 'heading_open' || open.tag === 'h1') return close;
    // Pages list their sections, so keyboards and screen readers do not need these links.
    return `<a class="anchor" href="#${open.attrGet('id')}" aria-hidden="true" tabindex="-1">#</a>${close}`;
  };

  const image = rules.image as Rule;
  rules.image = (tokens, at, options, env, renderer) => {
    const dark = tokens[at]?.attrGet('data-dark');
    const html = image(tokens, at, options, env, renderer).replace(/ data-dark="[^"]*"/, '');
    return dark == null ? html : `<picture>${darkSource(dark)}${html}</picture>`;
  };

  // Wide tables and long lines scroll, which keyboards must reach; a script unmarks those that fit.
  rules.table_open = (tokens, at) =>
    `<div class="table" role="group" aria-label="${escaped(tokens[at]?.attrGet('aria-label') ?? '')}" tabindex="0"><table>\n`;
  rules.table_close = () => '</table></div>\n';
  rules.fence = (tokens, at) => {
    const { content = '', info = '' } = tokens[at] ?? {};
    const [language = ''] = info.split(' ');
    const code = content.replace(/\n$/, '');
    const html = language === 'console' ? sessionHtml(code, escaped) : escaped(code);
    return `<div class="code"><pre tabindex="0"><code class="language-${escaped(language || 'text')}">${html}</code></pre></div>\n`;
  };
}

/** Lets lines end inside long names and addresses, which would widen tables. */
const breakable = (html: string): string =>
  html.replace(/\S{15,}/g, (word) => word.replace(/[/_:,=@?](?=[\w{])/g, '$&<wbr>'));

const darkSource = (address: string): string =>
  `<source media="(prefers-color-scheme: dark)" srcset="${address}">`;

/** Attributes that keep the page from moving when an image arrives. */
const sizeAttributes = ({ size }: Image): Array<[string, string]> => [
  ['loading', 'lazy'],
  ['decoding', 'async'],
  ...(size === undefined
    ? []
    : ([
        ['width', String(size.width)],
        ['height', String(size.height)],
      ] satisfies Array<[string, string]>)),
];

function prepareImage(token: Token, page: Rendering, references: References): void {
  const image = references.image(page.source, token.attrGet('src') ?? '');
  token.attrSet('src', image.address);
  if (image.dark !== undefined) token.attrSet('data-dark', image.dark);
  for (const [name, value] of sizeAttributes(image)) token.attrSet(name, value);
}

/** HTML that is written in Markdown, such as a `picture`, with the images that it names. */
function withImages(html: string, page: Rendering, references: References): string {
  return html
    .replace(
      /(<source [^>]*srcset=")([^"]+)"/g,
      (_, before, path) => `${before}${references.image(page.source, path).address}"`,
    )
    .replace(/<img ([^>]*)src="([^"]+)"([^>]*)>/g, (_, before, path, after) => {
      const image = references.image(page.source, path);
      const isSized = `${before}${after}`.includes('width=');
      const attributes = sizeAttributes(isSized ? { ...image, size: undefined } : image);
      const added = attributes.map(([name, value]) => ` ${name}="${value}"`).join('');
      return `<img ${before}src="${image.address}"${after}${added}>`;
    });
}

/** Links that name a file say the title of its page; links to files that the site does not have become plain text. */
function prepareLinks(tokens: readonly Token[], page: Rendering, references: References): void {
  let isText = false;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'link_open') {
      const written = token.attrGet('href') ?? '';
      const text = tokens[at + 1];
      if (text?.type === 'text') text.content = references.linkText(page.source, written, text.content);
      const href = references.link(page.source, written);
      isText = href === undefined;
      if (href !== undefined) token.attrSet('href', href);
      else token.attrs = [['class', 'file']];
    }
    if (isText && (token.type === 'link_open' || token.type === 'link_close')) token.tag = 'span';
  }
}

/** Labels tables with their section, aligns cells by class, and takes empty cells of the head for plain cells. */
function prepareTables(tokens: readonly Token[]): void {
  let heading = '';
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') heading = tokens[at + 1]?.content ?? '';
    if (token.type === 'table_open') token.attrSet('aria-label', `Table: ${heading.replaceAll('`', '')}`);
    if (token.type !== 'th_open' && token.type !== 'td_open') continue;
    const alignment = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1];
    token.attrs = alignment === undefined ? null : [['class', alignment]];
    const isEmpty = tokens[at + 1]?.content === '';
    const close = tokens[at + 2];
    if (token.type === 'th_open' && isEmpty && close !== undefined) {
      token.tag = 'td';
      close.tag = 'td';
    }
  }
}
