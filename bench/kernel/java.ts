import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import type { ProcessOptions } from './engine-process.ts';

const SOURCES = ['kernel/lucene', 'recipe/lucene'].map((folder) => join(import.meta.dirname, '..', folder));
const JARS = [/^lucene-core-8\.[\d.]+\.jar$/, /^lucene-analyzers-common-8\.[\d.]+\.jar$/];
const INSTALL = 'apt-get install openjdk-17-jdk-headless liblucene8-java';

export type Java =
  | { readonly isThere: true; readonly version: string; readonly process: ProcessOptions }
  /** What the user should do, as a sentence. */
  | { readonly isThere: false; readonly missing: string };

let found: Java | undefined;

/** Compiles the Java program against the system's Lucene; reports what to install if something is missing. */
export function prepareJava(settings: Settings): Java {
  found ??= compile(settings);
  return found;
}

function compile({ lucene, work }: Settings): Java {
  const compiler = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  if (compiler.error !== undefined) {
    return { isThere: false, missing: `Lucene: there is no javac; on Debian: ${INSTALL}` };
  }
  const names = filesIn(lucene);
  const jars = JARS.map((pattern) => names.find((name) => pattern.test(name)));
  if (jars.includes(undefined)) {
    return {
      isThere: false,
      missing: `Lucene: no lucene-core-8 and lucene-analyzers-common-8 in ${lucene}; on Debian: ${INSTALL}, or name their folder in BENCH_LUCENE`,
    };
  }
  const classes = join(work, 'classes');
  mkdirSync(classes, { recursive: true });
  const path = jars.map((jar) => join(lucene, jar as string)).join(':');
  const sources = SOURCES.flatMap((folder) => filesIn(folder).map((name) => join(folder, name)));
  const outcome = spawnSync('javac', ['-d', classes, '-cp', path, ...sources], { encoding: 'utf8' });
  if (outcome.status !== 0)
    return { isThere: false, missing: `Lucene: our program does not compile: ${outcome.stderr}` };
  return {
    isThere: true,
    version: /core-([\d.]+)\.jar/.exec(jars[0] as string)?.[1] ?? 'unknown',
    // One garbage collector thread: the other core is for the client.
    process: {
      command: 'java',
      args: ['-Xms1g', '-Xmx4g', '-XX:+UseSerialGC', '-cp', `${path}:${classes}`, 'Serve'],
    },
  };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
