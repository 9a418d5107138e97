import type { Cluster } from './cluster.ts';
import type { Targets } from './target.ts';
import { isCut, valueKey } from './whole-values.ts';

type FullText = (field: string, value: string | number) => string | number;

/** Reads the texts that stand behind the keys of long values, one document for each. */
export async function longValues(
  cluster: Cluster,
  targets: Targets,
  shown: ReadonlyArray<readonly [string, string | number]>,
  signal: AbortSignal | undefined,
): Promise<FullText> {
  const cut = shown.flatMap(([field, value]) =>
    typeof value === 'string' && isCut(value) ? [{ field, key: value }] : [],
  );
  if (cut.length === 0) return (_, value) => value;
  const lines = cut.flatMap(({ field, key }) => {
    const body = { size: 1, query: { term: { [`v.${field}`]: key } }, _source: [`long.${field}`] };
    return ['{}', JSON.stringify(body)];
  });
  const { responses } = (await cluster.send('POST', `${targets.path}/_msearch`, {
    lines,
    signal,
  })) as unknown as {
    responses: ReadonlyArray<{ hits?: { hits: ReadonlyArray<{ _source?: LongSource }> } }>;
  };
  const texts = new Map<string, string>();
  for (const [i, { field, key }] of cut.entries()) {
    const text = responses[i]?.hits?.hits[0]?._source?.long?.[field]?.find((one) => valueKey(one) === key);
    if (text !== undefined) texts.set(key, text);
  }
  return (_, value) => (typeof value === 'string' ? (texts.get(value) ?? value) : value);
}

interface LongSource {
  readonly long?: Readonly<Record<string, readonly string[]>>;
}
