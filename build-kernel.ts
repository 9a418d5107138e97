// Compiles the kernel of the search engine. The result is checked in, so that nobody needs the compiler to run Findling.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';

const FOLDER = join(import.meta.dirname, 'src/index/embedded/kernel');
export const KERNEL = join(FOLDER, 'kernel.wasm');

const OPTIONS = [
  ...['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'],
  ...['--importMemory', '--initialMemory', '1'],
  // Addresses have 32 bits.
  ...['--disableWarning', '201'],
];

/** The WebAssembly module of `assembly/`. */
export async function compileKernel(): Promise<Uint8Array> {
  let binary: Uint8Array | undefined;
  const { error, stderr } = await asc.main(
    ['kernel.ts', '--baseDir', join(FOLDER, 'assembly'), '--outFile', 'kernel.wasm', ...OPTIONS],
    {
      writeFile: (_, contents) => {
        if (typeof contents !== 'string') binary = contents;
      },
    },
  );
  if (error !== null || binary === undefined) throw new Error(`The kernel cannot be compiled.\n${stderr}`);
  return binary;
}

if (import.meta.main) writeFileSync(KERNEL, await compileKernel());
