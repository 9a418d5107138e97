import { texts } from '../../../src/error-texts.ts';
import { limits } from '../../../src/limits.ts';
import { brokenNameRules, isFieldName } from '../../../src/values/field-name.ts';
import type { FieldType } from '../api/types.ts';

/** The mapping of a CSV column, or of a field of JSON documents, to a field of the engine. */
export interface Column {
  /** The name in the file. Columns of a CSV file may have equal names. */
  readonly source: string;
  /** The field it becomes; `id` for the ids of the documents. */
  readonly target: string;
  readonly imported: boolean;
  readonly type: FieldType;
}

/** Whether documents can be sent unchanged. */
export const isUnchanged = (columns: readonly Column[]): boolean =>
  columns.every(({ source, target, imported }) => imported && source === target);

/** The server's error message for the target of each column; undefined if it is valid. */
export function targetErrors(columns: readonly Column[]): ReadonlyArray<string | undefined> {
  const seen = new Set<string>();
  return columns.map(({ target, imported }) => {
    if (!imported) return undefined;
    if (seen.has(target)) return texts.nameNotUnique;
    seen.add(target);
    // `id` is not a field; it identifies the document.
    return target === 'id' ? undefined : brokenNameRules(target)[0];
  });
}

/** Valid, unique names, as close as possible to those in the file. */
export function suggestedNames(sources: readonly string[]): string[] {
  const taken = new Set<string>();
  // Valid names take precedence, regardless of their position, and stay unchanged.
  const kept = sources.map((source) => {
    if (taken.has(source) || (source !== 'id' && !isFieldName(source))) return undefined;
    taken.add(source);
    return source;
  });
  return sources.map((source, index) => {
    const name = kept[index] ?? free(tidied(source, index), taken);
    taken.add(name);
    return name;
  });
}

const MOST = limits.fieldNameLength;

function tidied(source: string, index: number): string {
  const plain = source
    .slice(0, 4 * MOST)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, MOST)
    .replace(/_$/, '');
  if (plain === 'id') return 'id';
  if (plain === '') return `column_${index + 1}`;
  if (!/[a-z]/.test(plain)) return `field_${plain}`.slice(0, MOST);
  return isFieldName(plain) ? plain : `${plain}_field`;
}

function free(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++) {
    const suffix = `_${count}`;
    const next = name.slice(0, MOST - suffix.length) + suffix;
    if (!taken.has(next)) return next;
  }
}
