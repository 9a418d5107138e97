import { Mark } from '@mantine/core';

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const plain = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity);

/** Parses a snippet into text and marks, so that no markup of a document reaches the page. */
export const Snippet = ({ html }: { readonly html: string }) =>
  html.split(/<em>(.*?)<\/em>/s).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key and never move.
      <Mark key={at}>{plain(part)}</Mark>
    ) : (
      plain(part)
    ),
  );
