/** A name as keys have them, made from what was typed: `My Key!` becomes `my-key`. */
export const keyNameOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
