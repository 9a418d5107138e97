import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../support/command.ts';

/** The client as one minified module, as an application would load it. */
export async function bundledClient(): Promise<string> {
  const result = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(ROOT, 'packages/client/src/index.ts'),
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
  });
  const [{ output }] = [result].flat() as ReadonlyArray<{
    readonly output: ReadonlyArray<{ readonly type: string; readonly code?: string }>;
  }> as [{ output: ReadonlyArray<{ type: string; code?: string }> }];
  const [chunk, ...others] = output;
  if (chunk?.code === undefined || others.length > 0)
    throw new Error(`${output.length} files instead of one`);
  return chunk.code;
}
