import type { Page } from './pages.ts';
import type { Section } from './sections.ts';

/** A section of a page as a document of the engine that searches the site. */
export interface SearchDocument {
  readonly id: string;
  /** The title of the page. */
  readonly title: string;
  readonly heading: string;
  /** What the page is about, with its first section. */
  readonly about: string | null;
  readonly text: string;
  readonly code: string;
  /** The address of the section from the root of the site. */
  readonly url: string;
  /** The name of the page, by which sections are grouped. */
  readonly page: string;
  /** The group of the page in the navigation. */
  readonly kind: string;
}

/** Headings below this level belong to the section above them. */
const DEEPEST = 3;

/** The documents of a page: one per section. */
export function searchDocuments(page: Page, kind: string, sections: readonly Section[]): SearchDocument[] {
  const merged: Section[] = [];
  for (const section of sections) {
    const above = merged.at(-1);
    if (section.level <= DEEPEST || above === undefined) merged.push(section);
    else merged[merged.length - 1] = joined(above, section);
  }
  return merged.map(({ level, heading, anchor, text, code }) => ({
    id: `${page.output}#${anchor}`,
    title: page.title,
    heading: level === 1 ? page.title : heading,
    about: level === 1 ? page.description : null,
    text,
    code,
    url: level === 1 ? page.output : `${page.output}#${anchor}`,
    page: page.output,
    kind,
  }));
}

const joined = (above: Section, below: Section): Section => ({
  ...above,
  text: `${above.text} ${below.heading}. ${below.text}`,
  code: `${above.code}\n${below.code}`,
});
