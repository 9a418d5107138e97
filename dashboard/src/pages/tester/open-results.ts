/** The ids of the open results as one parameter of the URL: a JSON array, newest last; empty for none. */

/** Browsers and servers limit the length of URLs, and ids may be long. */
const MAX_LENGTH = 1500;

function listed(open: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(open);
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

const written = (ids: readonly string[]): string => (ids.length === 0 ? '' : JSON.stringify(ids));

export const isOpen = (open: string, id: string): boolean => listed(open).includes(id);

/** Opens a result, or closes it if it is open. The oldest ones are dropped when the parameter gets too long. */
export function toggledOpen(open: string, id: string): string {
  const before = listed(open);
  const others = before.filter((known) => known !== id);
  if (others.length < before.length) return written(others);
  let next = [...others, id];
  while (next.length > 1 && written(next).length > MAX_LENGTH) next = next.slice(1);
  return written(next);
}
