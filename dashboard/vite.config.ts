import { globSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedAssets } from './compressed-assets.ts';

const root = import.meta.dirname;
const outDir = join(root, 'dist');

export default defineConfig({
  root,
  plugins: [react(), compressedAssets(outDir)],
  // The server puts a fresh nonce in its place for every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir,
    emptyOutDir: true,
    // Read by the server (which files are safe to keep for ever) and by the test of the script's size.
    manifest: true,
    // The policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    // Old enough for every browser of the last two years; keeps `light-dark()` as it is.
    target: ['chrome125', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    // Every page of its own policy is a document of its own.
    rolldownOptions: { input: globSync('*.html', { cwd: root }).map((name) => join(root, name)) },
  },
});
