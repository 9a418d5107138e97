import { Fragment } from 'react';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Undoes the server's HTML escaping, as the snippet is rendered as text. */
const plain = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** A snippet with highlighted matches, never interpreted as HTML. */
export const SnippetText = ({ snippet }: { readonly snippet: string }) =>
  snippet.split(/<em>(.*?)<\/em>/s).map((part, index) => {
    const text = plain(part);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    return <Fragment key={index}>{index % 2 === 1 ? <mark>{text}</mark> : text}</Fragment>;
  });
