import type { FieldType } from '../../../values/types.ts';
import { VALUES } from '../segment/columns.ts';
import { type SectionEntry, Sections } from '../segment/sections.ts';
import type { ColumnInspection, FieldInspection, TextInspection } from './inspection.ts';
import type { SectionsImage } from './sections-file.ts';
import { bytesOf } from './sections-header.ts';

/** Describes the fields of a segment. Damaged sections are counted, but not read. */
export function inspectFields(
  { buffer, entries }: SectionsImage,
  schema: ReadonlyArray<readonly [string, FieldType]>,
  damaged: ReadonlySet<string>,
): FieldInspection[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const elements = (name: string): number => byName.get(name)?.length ?? 0;
  const textsIn = (name: string): number => {
    const groups = byName.get(`${name}/groups`);
    if (groups === undefined) return Math.max(0, elements(`${name}/offsets`) - 1);
    return damaged.has(groups.name) ? 0 : (new Sections(buffer, [groups]).words(groups.name)[0] ?? 0);
  };
  const bytesUnder = (prefix: string): number =>
    entries.filter(({ name }) => name.startsWith(prefix)).reduce((sum, entry) => sum + bytesOf(entry), 0);

  const text = (field: string): TextInspection | null => {
    const name = `text/${field}`;
    const df = byName.get(`${name}/postings/df`);
    if (df === undefined) return null;
    return {
      terms: textsIn(`${name}/words`),
      postings: damaged.has(df.name) ? null : sumOf(buffer, df),
      stems: textsIn(`${name}/stems`),
      subtokens: textsIn(`${name}/forms`) + textsIn(`${name}/singleForms`),
      bytes: bytesUnder(`${name}/`),
    };
  };
  const column = (field: string, type: FieldType): ColumnInspection | null => {
    const name = `column/${field}`;
    const values = byName.get(`${name}/${VALUES[type]}`);
    if (values === undefined) return null;
    return {
      values: values.length,
      distinct: type === 'text' ? textsIn(`${name}/values`) + elements(`${name}/long`) / 2 : null,
      bytes: bytesUnder(`${name}/`),
    };
  };
  return [
    { name: 'id', type: 'id', text: text('id'), column: null },
    ...schema.map(([name, type]) => ({ name, type, text: text(name), column: column(name, type) })),
  ];
}

function sumOf(buffer: SharedArrayBuffer, entry: SectionEntry): number | null {
  if (entry.kind !== 'u32') return null;
  let sum = 0;
  for (const number of new Sections(buffer, [entry]).words(entry.name)) sum += number;
  return sum;
}
