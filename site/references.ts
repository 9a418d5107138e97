import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { outputOf } from './pages.ts';

const ELSEWHERE = /^[a-z][a-z+.-]*:/i;
const IMAGE = /\.(?:png|svg|webp)$/;

/** The pages and images that pages of a project refer to. */
export class References {
  readonly #root: string;
  readonly #titles: ReadonlyMap<string, string>;
  readonly #images = new Set<string>();

  /** `titles` are those of the pages, by the path of the Markdown file from the root of the project. */
  constructor(root: string, titles: ReadonlyMap<string, string>) {
    this.#root = root;
    this.#titles = titles;
  }

  /** The images that were asked for, by their path from the root of the project. */
  get images(): ReadonlySet<string> {
    return this.#images;
  }

  /**
   * The address on the site for a link of a page. Undefined if the link leads to a file of the project that the site does
   * not have. A link to nothing is left as it is: `brokenReferences` finds it.
   */
  link(source: string, href: string): string | undefined {
    if (ELSEWHERE.test(href) || href.startsWith('#')) return href;
    const [path = '', anchor] = href.split('#');
    const target = posix.join(posix.dirname(source), path);
    if (this.#titles.has(target))
      return addressFrom(source, target) + (anchor === undefined ? '' : `#${anchor}`);
    if (!existsSync(join(this.#root, target))) return href;
    return IMAGE.test(target) ? this.image(source, path).address : undefined;
  }

  /** What a link says: the title of a page if it names the page's file, else its own text. */
  linkText(source: string, href: string, text: string): string {
    const [path = ''] = href.split('#');
    const names = [path, posix.basename(path)];
    return names.includes(text) ? (this.#titles.get(posix.join(posix.dirname(source), path)) ?? text) : text;
  }

  /** An image of a page: its address on the site, that of its dark version if there is one, and its size. */
  image(source: string, path: string): Image {
    const target = posix.join(posix.dirname(source), path);
    const dark = target.replace('-light-', '-dark-');
    if (!this.#found(target)) return { address: path, dark: undefined, size: undefined };
    return {
      address: addressFrom(source, target),
      dark: dark !== target && this.#found(dark) ? addressFrom(source, dark) : undefined,
      size: imageSize(join(this.#root, target)),
    };
  }

  #found(target: string): boolean {
    if (!existsSync(join(this.#root, target))) return false;
    this.#images.add(target);
    return true;
  }
}

export interface Image {
  readonly address: string;
  readonly dark: string | undefined;
  readonly size: Size | undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const addressFrom = (source: string, target: string): string =>
  posix.relative(posix.dirname(outputOf(source)), outputOf(target));

/** The size of an SVG image with `width` and `height`, or of a WebP image with an extended header (`VP8X`). */
function imageSize(path: string): Size | undefined {
  const bytes = readFileSync(path);
  if (bytes.toString('latin1', 8, 16) === 'WEBPVP8X')
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(bytes.toString('utf8')) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

const ADDRESS = /\s(?:href|src|srcset)="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;

/**
 * Lists "page: address" for every address on the pages that leads neither elsewhere nor to a page or file of the site, or
 * whose anchor is no id of that page. `pages` are HTML by name; `files` are the names of all other files.
 */
export function brokenReferences(pages: ReadonlyMap<string, string>, files: ReadonlySet<string>): string[] {
  const ids = new Map([...pages].map(([name, html]) => [name, new Set(captures(html, ID))]));
  return [...pages].flatMap(([name, html]) =>
    captures(html, ADDRESS)
      .filter((address) => !ELSEWHERE.test(address))
      .filter((address) => {
        const [path = '', anchor] = address.split('#');
        // The page for unknown addresses, which may be anywhere, has addresses from the root of the host.
        const target = path === '' ? name : posix.join(path.startsWith('/') ? '' : posix.dirname(name), path);
        const known = target.replace(/^\//, '') || 'index.html';
        if (!pages.has(known)) return !files.has(known);
        return anchor !== undefined && !ids.get(known)?.has(anchor);
      })
      .map((address) => `${name}: ${address}`),
  );
}

const captures = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, captured]) => captured as string);
