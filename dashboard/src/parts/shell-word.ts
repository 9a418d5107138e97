/** Quotes a text for a shell. */
export const shellWord = (text: string): string =>
  /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
