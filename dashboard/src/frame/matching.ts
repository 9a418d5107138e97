export type Params = Readonly<Record<string, string>>;

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/**
 * The parameters of a path that matches the pattern; undefined if it does not. Decodes each segment separately, so that
 * names may contain slashes and percent signs.
 */
export function match(pattern: string, path: string): Params | undefined {
  const wanted = partsOf(pattern);
  const given = partsOf(path);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = decoded(given[index] as string);
    if (text === undefined) return undefined;
    if (part.startsWith(':')) params[part.slice(1)] = text;
    else if (part !== text) return undefined;
  }
  return params;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
