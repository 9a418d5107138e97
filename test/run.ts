/**
 * Runs the tests: all of them, or the files that are named.
 *
 *   node test/run.ts [FILE ...]
 *
 * As `node --test` does, but with a file per core at a time (that leaves one core idle, which of two is half), and with
 * compiled code kept between the processes of the files.
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('test/**/*.test.ts').sort();
process.env.NODE_COMPILE_CACHE ??= 'node_modules/.cache/test';

run({ files, concurrency: availableParallelism() })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
