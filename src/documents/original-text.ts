/**
 * The JSON of a document as it was sent. The stored JSON is an object without `id`, written by `JSON.stringify`.
 */
export const originalText = (id: string, json: string): string =>
  `{"id":${JSON.stringify(id)}${json === '{}' ? '' : ','}${json.slice(1)}`;
