// Prints the notes of a release: `npm run release:notes -- VERSION`, or `unreleased`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The changelog or the command line is wrong; the message is for the person who makes the release. */
export class NotesError extends Error {}

interface Section {
  readonly version: string;
  readonly date: string;
  readonly text: string;
}

/** `## [0.1.0] - 2026-11-30`, `## [0.1.0] - Unreleased` or `## [Unreleased]`. */
const HEADING = /^## \[(?<version>[^\]\s]+)\](?: - (?<date>\S+))?$/;
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const isUnreleased = ({ version, date }: Section): boolean =>
  /^unreleased$/i.test(date) || version === 'Unreleased';

const isDay = (date: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) && new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) === true;

function sectionOf(part: string): Section {
  const [heading = '', ...lines] = part.split('\n');
  const { version, date } = HEADING.exec(heading)?.groups ?? {};
  if (version === undefined)
    throw new NotesError(`The changelog has a heading without a version: "${heading}".`);
  const section = { version, date: date ?? '', text: lines.join('\n').trim() };
  if (version !== 'Unreleased' && !VERSION.test(version)) {
    throw new NotesError(`The changelog has a heading with "${version}", which is not a version.`);
  }
  if (!isUnreleased(section) && !isDay(section.date)) {
    throw new NotesError(
      `Version ${version} of the changelog needs a date such as 2026-11-30, or Unreleased.`,
    );
  }
  return section;
}

/** The sections of a changelog, the newest first. */
function sectionsOf(changelog: string): Section[] {
  const parts = changelog.replaceAll('\r\n', '\n').split(/^(?=## )/m);
  const sections = parts.filter((part) => part.startsWith('## ')).map(sectionOf);
  const seen = new Set<string>();
  for (const { version } of sections) {
    if (seen.has(version)) throw new NotesError(`The changelog has two sections of ${version}.`);
    seen.add(version);
  }
  return sections;
}

/** The text below the heading of a version; of the section without a date for `unreleased`. */
export function releaseNotes(changelog: string, wanted: string): string {
  const version = wanted.replace(/^v(?=\d)/, '');
  const wantsUnreleased = version.toLowerCase() === 'unreleased';
  if (!wantsUnreleased && !VERSION.test(version)) {
    throw new NotesError(`"${wanted}" is neither a version such as 1.2.3 nor "unreleased".`);
  }
  const sections = sectionsOf(changelog);
  const found = sections.find((section) =>
    wantsUnreleased ? isUnreleased(section) : section.version === version,
  );
  if (found === undefined) {
    const known = sections.map((section) => section.version).join(', ') || 'none';
    throw new NotesError(`The changelog has no section of ${version}. It has: ${known}.`);
  }
  if (found.text === '') throw new NotesError(`The section of ${version} in the changelog is empty.`);
  return `${found.text}\n`;
}

if (import.meta.main) {
  const [version, ...rest] = process.argv.slice(2);
  try {
    if (version === undefined || rest.length > 0) {
      throw new NotesError('Usage: npm run release:notes -- VERSION, or unreleased.');
    }
    const changelog = readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8');
    process.stdout.write(releaseNotes(changelog, version));
  } catch (error) {
    if (!(error instanceof NotesError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
