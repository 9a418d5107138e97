interface Props {
  readonly text: string;
  readonly words: readonly string[];
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A text with the typed words marked. */
export function MarkedWords({ text, words }: Props) {
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map(escaped).join('|')})`, 'gi');
  return text.split(pattern).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <mark key={at}>{part}</mark>
    ) : (
      part
    ),
  );
}
