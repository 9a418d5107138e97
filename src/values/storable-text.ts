/**
 * A text as every database can keep it: PostgreSQL refuses NUL, and UTF-8 has no lone surrogates. Both become U+FFFD.
 * For texts that are recorded as they came; where a text identifies something, it is refused instead.
 */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');
