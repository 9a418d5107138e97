import { readFileSync } from 'node:fs';

/** `docs/moving.md`, the guide "Leaving App Search", as its tests read it. */
const TEXT = readFileSync(new URL('../../docs/moving.md', import.meta.url), 'utf8');

/** A fenced block of the guide; it may be indented, as part of a list. */
interface Block {
  /** The second-level heading above it. */
  readonly step: string;
  readonly language: string;
  /** The word after the language. */
  readonly name: string | undefined;
  readonly text: string;
}

const BLOCKS: readonly Block[] = TEXT.split(/^## /m)
  .slice(1)
  .flatMap((section) =>
    [...section.matchAll(/^( *)```(\w+)(?: (\w+))?\n(.*?)^\1```$/gms)].map(
      ([, indent = '', language = '', name, text = '']) => ({
        step: section.slice(0, section.indexOf('\n')),
        language,
        name,
        text: text.replace(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    ),
  );

const blocks = (language: string): readonly Block[] => BLOCKS.filter((block) => block.language === language);

/** The variables that the reader of the guide sets, with the values of its example. */
export const VARIABLES: ReadonlyMap<string, string> = new Map(
  blocks('sh').flatMap(({ text }) =>
    [...text.matchAll(/^export (\w+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value] as const),
  ),
);

/** The files that the reader of the guide saves. */
export const FILES: ReadonlyMap<string, string> = new Map(
  [...TEXT.matchAll(/Save this as `([\w.-]+)`:\n\n```\w+\n(.*?)^```$/gms)].map(
    ([, name = '', text = '']) => [name, text] as const,
  ),
);

/** A command of the guide, and the output that the guide shows below it. */
export interface ShownCommand {
  readonly step: string;
  /** The name of the terminal that it runs in until it is interrupted; undefined if it ends on its own. */
  readonly terminal: string | undefined;
  readonly text: string;
  readonly output: string;
}

/**
 * The commands of the guide in order. They are in blocks of the language `console`: a command follows `$ ` and continues
 * on the next line after a backslash; the other lines are its output.
 */
export const COMMANDS: readonly ShownCommand[] = blocks('console').flatMap(({ step, name, text }) =>
  [...text.matchAll(/^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command = '', output = '']) => ({
    step,
    terminal: name,
    text: command,
    output,
  })),
);

/** A program that connects a client, as it is with App Search and as it is with Findling. */
export interface ChangedProgram {
  /** What the program imports. */
  readonly client: string;
  readonly before: string;
  readonly after: string;
}

const imported = (line = ''): string | undefined =>
  (/["']([^"']+)["']/.exec(line) ?? /^ {2}(?:from|use) ([\w\\]+)/.exec(line))?.[1];

/** The blocks of the language `diff`. In each, one line changes. */
export const CHANGED_PROGRAMS: readonly ChangedProgram[] = blocks('diff').map(({ text }) => {
  const lines = text.trimEnd().split('\n');
  const client = imported(lines[0]);
  if (client === undefined) throw new Error(`This block does not begin with an import:\n${text}`);
  for (const mark of ['-', '+']) {
    const marked = lines.filter((line) => line.startsWith(mark));
    if (marked.length !== 1) throw new Error(`This block has ${marked.length} lines with ${mark}:\n${text}`);
  }
  const without = (mark: string): string =>
    lines.flatMap((line) => (line.startsWith(mark) ? [] : [`${line.slice(2)}\n`])).join('');
  return { client, before: without('+'), after: without('-') };
});

/** The addresses in the programs. */
export const OLD_ADDRESS = 'https://app-search.example.com';
export const NEW_ADDRESS = 'https://search.example.com';
