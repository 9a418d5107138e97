import { own, without } from '../../search-settings/json-value.ts';
import type { ResultField, SearchSettings } from '../../search-settings/settings.ts';

/** What a result has of a field. */
export interface ResultParts {
  readonly raw: boolean;
  /** In characters; undefined for unlimited. */
  readonly rawSize: number | undefined;
  readonly snippet: boolean;
  /** In characters; undefined for the default. */
  readonly snippetSize: number | undefined;
  /** Whether a snippet without a match has the beginning of the text. */
  readonly fallback: boolean;
}

const NONE: ResultParts = {
  raw: false,
  rawSize: undefined,
  snippet: false,
  snippetSize: undefined,
  fallback: false,
};

/** The parts of an entry of `result_fields`; `{}` stands for the raw value. */
export function partsOf(fields: SearchSettings['result_fields'], name: string): ResultParts {
  const entry = own(fields, name);
  if (entry === undefined) return NONE;
  return {
    raw: entry.raw !== undefined || entry.snippet === undefined,
    rawSize: entry.raw?.size ?? undefined,
    snippet: entry.snippet !== undefined,
    snippetSize: entry.snippet?.size ?? undefined,
    fallback: entry.snippet?.fallback ?? false,
  };
}

/** The fields with other parts of one of them. A field without parts is not returned. */
export function withParts(
  fields: SearchSettings['result_fields'],
  name: string,
  { raw, rawSize, snippet, snippetSize, fallback }: ResultParts,
): SearchSettings['result_fields'] {
  if (!raw && !snippet) return without(fields, name);
  const entry: ResultField = {
    ...(raw && { raw: { ...(rawSize !== undefined && { size: rawSize }) } }),
    ...(snippet && {
      snippet: {
        ...(snippetSize !== undefined && { size: snippetSize }),
        ...(fallback && { fallback }),
      },
    }),
  };
  return { ...fields, [name]: entry };
}
