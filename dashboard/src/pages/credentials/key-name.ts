/** Normalises a key name: `My Key!` becomes `my-key`. */
export const keyNameOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
