import {
  type FieldInspection,
  type Inspection,
  inspectIndexFile,
  isProblem,
  type ManifestInspection,
  type SectionInspection,
} from '../index/embedded/file-inspection.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { type Command, columns, print, UsageError } from './command.ts';

/** Describes an index file. Needs neither the service nor the data folder. */
export const inspectCommand: Command = {
  async run(invocation) {
    const [path, ...rest] = invocation.positionals;
    if (path === undefined || rest.length > 0) {
      throw new UsageError(
        'Usage: `findling inspect FILE`, with a file from the folder `index` in the data folder.',
      );
    }
    const found = await inspectIndexFile(path);
    if (isProblem(found)) {
      if (invocation.values.json !== true) throw new DataError(found.sentence);
      print(invocation, { file: path, problem: { kind: found.kind, sentence: found.sentence } }, '');
      return 1;
    }
    print(invocation, found, inWords(found).join('\n'));
    return isWhole(found) ? 0 : 1;
  },
};

const isWhole = (found: Inspection): boolean =>
  found.kind === 'manifest'
    ? found.segments.every(({ problem }) => problem === null)
    : found.sections.every(({ ok }) => ok);

const numbers = new Intl.NumberFormat('en-US');
const shown = (value: number | null | undefined): string => (value == null ? '?' : numbers.format(value));

/** A count with its unit in the singular or plural. */
const count = (many: number, thing: string): string =>
  `${numbers.format(many)} ${thing}${many === 1 ? '' : 's'}`;

const rules = ({ language, analysis }: Inspection): string =>
  `Language: ${language ?? 'none'}; analysis ${analysis}.`;

function inWords(found: Inspection): string[] {
  const { file, format, bytes } = found;
  const what = { segment: 'A segment', manifest: 'A manifest' }[found.kind];
  const first = [file, `${what}: format ${format}, ${count(bytes, 'byte')}.`, rules(found)];
  switch (found.kind) {
    case 'manifest':
      return [...first, ...manifestLines(found)];
    case 'segment':
      return [
        ...[...first, `${count(found.documents, 'document')}.`, '', columns(fieldRows(found.fields)), ''],
        ...checksumLines(found.sections),
      ];
  }
}

const FIELD_HEAD = [
  ...['field', 'type', 'terms', 'stems', 'subtokens', 'postings', 'text bytes'],
  ...['values', 'distinct', 'column bytes'],
];

const fieldRows = (fields: readonly FieldInspection[]): string[][] => [
  FIELD_HEAD,
  ...fields.map(({ name, type, text, column }) => [
    ...[name, type],
    ...(text === null
      ? ['-', '-', '-', '-', '-']
      : [text.terms, text.stems, text.subtokens, text.postings, text.bytes].map(shown)),
    ...(column === null
      ? ['-', '-', '-']
      : [shown(column.values), column.distinct === null ? '-' : shown(column.distinct), shown(column.bytes)]),
  ]),
];

function checksumLines(sections: readonly SectionInspection[]): string[] {
  const wrong = sections.filter(({ ok }) => !ok);
  if (wrong.length === 0)
    return [`All checksums are correct: head, header and ${count(sections.length, 'section')}.`];
  return [
    `The file is damaged: ${numbers.format(wrong.length)} of ${count(sections.length, 'section')} have wrong checksums.`,
    ...wrong.map(({ name }) => `  ${name}`),
  ];
}

function manifestLines(found: ManifestInspection): string[] {
  const { engine, sequence, written, icu, store, long, fields, segments } = found;
  const liveDocs = segments.reduce((sum, segment) => sum + segment.liveDocs, 0);
  const state = (problem: string | null): string => (problem === null ? 'ok' : 'unusable');
  const lines = [
    `Engine ${engine} of the store ${store}, up to sequence number ${numbers.format(sequence)}; written ${written}.`,
    `Unicode tables: ICU ${icu}. Long texts are stored ${long}.`,
    `${count(liveDocs, 'live document')} in ${count(segments.length, 'segment')}.`,
  ];
  if (fields.length > 0) lines.push('', columns(fields.map(({ name, type }) => [name, type])));
  const files = segments.map(({ file, bytes, documents, liveDocs, problem }) => [
    ...[file, count(bytes, 'byte'), `${shown(liveDocs)} of ${count(documents, 'document')}`, state(problem)],
  ]);
  if (files.length > 0) lines.push('', columns(files));
  const problems = segments.flatMap(({ problem }) => problem ?? []);
  if (problems.length === 0) {
    return [...lines, '', 'All checksums are correct: the manifest and every file it lists.'];
  }
  const sum = `The checksum of the manifest is correct, but ${count(problems.length, 'file')} cannot be used.`;
  return [...lines, '', sum, ...problems.map((problem) => `  ${problem}`)];
}
