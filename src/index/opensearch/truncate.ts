/** The beginning of a text that has at most this many bytes, cut between two characters. */
export function truncate(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = bytes;
  // Continuation bytes belong to the character before them.
  while (end > 0 && ((encoded[end] as number) & 0xc0) === 0x80) end--;
  return encoded.toString('utf8', 0, end);
}
