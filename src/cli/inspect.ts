import { isProblem } from '../index/embedded/files/file-problem.ts';
import { disk } from '../index/embedded/files/file-system.ts';
import { inspectFile } from '../index/embedded/files/inspect-file.ts';
import type {
  FieldInspection,
  Inspection,
  ManifestInspection,
  SectionInspection,
} from '../index/embedded/files/inspection.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { type Command, columns, print, UsageError } from './command.ts';

/** Shows a file of the index in words. It needs neither the service nor the data folder. */
export const inspectCommand: Command = {
  async run(invocation) {
    const [path, ...rest] = invocation.positionals;
    if (path === undefined || rest.length > 0) {
      throw new UsageError(
        'Say `findling inspect FILE`, with a file of the folder `index` in the data folder.',
      );
    }
    const found = await inspectFile(disk, path);
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

/** A number of things, with the right word for one of them. */
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
  ...['field', 'type', 'words', 'stems', 'forms', 'postings', 'bytes of text'],
  ...['values', 'different', 'bytes of column'],
];

const fieldRows = (fields: readonly FieldInspection[]): string[][] => [
  FIELD_HEAD,
  ...fields.map(({ name, type, text, column }) => [
    ...[name, type],
    ...(text === null
      ? ['-', '-', '-', '-', '-']
      : [text.words, text.stems, text.forms, text.postings, text.bytes].map(shown)),
    ...(column === null
      ? ['-', '-', '-']
      : [
          shown(column.values),
          column.different === null ? '-' : shown(column.different),
          shown(column.bytes),
        ]),
  ]),
];

function checksumLines(sections: readonly SectionInspection[]): string[] {
  const wrong = sections.filter(({ ok }) => !ok);
  if (wrong.length === 0)
    return [`All checksums are right: head, header and ${count(sections.length, 'section')}.`];
  return [
    `The file is damaged: ${count(wrong.length, 'section')} of ${numbers.format(sections.length)} with a wrong checksum.`,
    ...wrong.map(({ name }) => `  ${name}`),
  ];
}

function manifestLines(found: ManifestInspection): string[] {
  const { engine, sequence, written, icu, store, long, fields, segments } = found;
  const living = segments.reduce((sum, segment) => sum + segment.living, 0);
  const state = (problem: string | null): string => (problem === null ? 'whole' : 'cannot be used');
  const lines = [
    `Engine ${engine} of the data with identity ${store}, up to change ${numbers.format(sequence)}; written ${written}.`,
    `Tables of Unicode: ICU ${icu}. Long texts are kept ${long}.`,
    `${count(living, 'living document')} in ${count(segments.length, 'segment')}.`,
  ];
  if (fields.length > 0) lines.push('', columns(fields.map(({ name, type }) => [name, type])));
  const files = segments.map(({ file, bytes, documents, living, problem }) => [
    ...[file, count(bytes, 'byte'), `${shown(living)} of ${count(documents, 'document')}`, state(problem)],
  ]);
  if (files.length > 0) lines.push('', columns(files));
  const problems = segments.flatMap(({ problem }) => problem ?? []);
  if (problems.length === 0) {
    return [...lines, '', 'All checksums are right: those of the manifest and of every file it names.'];
  }
  const sum = `The checksum of the manifest is right, but ${count(problems.length, 'file')} cannot be used.`;
  return [...lines, '', sum, ...problems.map((problem) => `  ${problem}`)];
}
