import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/command.ts';

export interface Instruction {
  readonly name: string;
  readonly argument: string;
  /** The number of its stage, from 0. */
  readonly stage: number;
}

/** The instructions of a Dockerfile, each on one line and without comments. */
export function instructionsOf(text: string): Instruction[] {
  let stage = -1;
  return text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => {
      const [, name = '', argument = ''] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
      if (name === 'FROM') stage++;
      return { name, argument, stage };
    });
}

export const DOCKERFILE = instructionsOf(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'));

/** The arguments of the instructions of a name in a stage. */
export const argumentsOf = (name: string, stage: number, file = DOCKERFILE): string[] =>
  file.filter((one) => one.name === name && one.stage === stage).map(({ argument }) => argument);

/** `NAME=value` pairs, some of them quoted. */
export const variablesOf = (argument: string): Record<string, string> =>
  Object.fromEntries(
    [...argument.matchAll(/([\w.]+)=("[^"]*"|\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/^"(.*)"$/, '$1'),
    ]),
  );

/** The paths that the ignore file lets into the build. */
export const CONTEXT: readonly string[] = [
  ...readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8').matchAll(/^!(\S+)$/gm),
].map(([, path = '']) => path);
