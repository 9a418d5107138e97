import { globSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundledPackages } from './bundled-packages.ts';
import { compressedAssets } from './compressed-assets.ts';

const root = import.meta.dirname;
const outDir = join(root, 'dist');

export default defineConfig({
  root,
  plugins: [react(), bundledPackages(), compressedAssets(outDir)],
  // The server replaces it by a new nonce for every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir,
    emptyOutDir: true,
    // Read by the script-size test.
    manifest: true,
    // The content security policy forbids `data:` URLs.
    assetsInlineLimit: 0,
    // Supports browsers of the last two years; keeps `light-dark()` as it is.
    target: ['chrome125', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
    // Pages with different content security policies are separate documents.
    rolldownOptions: { input: globSync('*.html', { cwd: root }).map((name) => join(root, name)) },
  },
});
