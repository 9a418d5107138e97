const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const plain = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/** The text of a snippet without highlighting. */
export const snippetText = (html: string): string => plain(html.replace(/<\/?em>/g, ''));

/**
 * A snippet with highlighted matches. The server escapes its HTML; it is nevertheless parsed into text and marks, so that
 * untrusted markup never reaches the page.
 */
export const Snippet = ({ html }: { readonly html: string }) => (
  <>
    {html.split(/<em>(.*?)<\/em>/s).map((part, at) =>
      at % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key and never move.
        <mark key={at}>{plain(part)}</mark>
      ) : (
        plain(part)
      ),
    )}
  </>
);
