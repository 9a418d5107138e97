const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const plain = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/** The text of a snippet, without marks. */
export const snippetText = (html: string): string => plain(html.replace(/<\/?em>/g, ''));

/**
 * A snippet with what was found marked. It is HTML that the server has made safe; here it becomes text and marks all
 * the same, so that no markup of strangers ever reaches the page.
 */
export const Snippet = ({ html }: { readonly html: string }) => (
  <>
    {html.split(/<em>(.*?)<\/em>/s).map((part, at) =>
      at % 2 === 1 ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names, and never move.
        <mark key={at}>{plain(part)}</mark>
      ) : (
        plain(part)
      ),
    )}
  </>
);
