import { Fragment } from 'react';

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** What the server escaped for pages that put snippets into HTML; here it is text. */
const plain = (text: string): string =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** A snippet with the words that were found marked, without ever being taken as HTML. */
export const SnippetText = ({ snippet }: { readonly snippet: string }) =>
  snippet.split(/<em>(.*?)<\/em>/s).map((part, index) => {
    const text = plain(part);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay where they are.
    return <Fragment key={index}>{index % 2 === 1 ? <mark>{text}</mark> : text}</Fragment>;
  });
