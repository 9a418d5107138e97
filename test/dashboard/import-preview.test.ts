import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { suggestedNames, targetErrors } from '../../dashboard/src/imports/column.ts';
import { entriesOf } from '../../dashboard/src/imports/entries.ts';
import { idsOfImport, preparing } from '../../dashboard/src/imports/import-document.ts';
import { columnsOf, previewOf, restoredColumns } from '../../dashboard/src/imports/preview.ts';
import { isFieldName } from '../../src/values/field-name.ts';

const file = (...parts: BlobPart[]): Blob => new Blob(parts);
type BlobPart = string | Uint8Array<ArrayBuffer>;

/** The documents that an import of the file would send with default settings. */
async function documentsOf(blob: Blob, name: string): Promise<unknown[]> {
  const preview = await previewOf(blob, name);
  const prepare = preparing(columnsOf(preview), (number) => `new-${number}`);
  const documents: unknown[] = [];
  for await (const entries of entriesOf(blob, preview.layout)) {
    for (const entry of entries.filter(({ number }) => number > 0)) {
      const prepared = prepare(entry);
      documents.push(
        'document' in prepared ? JSON.parse(prepared.document.json) : prepared.unsendable.message,
      );
    }
  }
  return documents;
}

const TREES = [
  { id: 'oak', name: 'Éiche 🌲' },
  { id: 'fir', name: 'Tanne' },
];
const CSV = 'id,name\noak,Éiche 🌲\nfir,Tanne\n';

function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

suite('a file is recognised', () => {
  for (const [what, name, content] of [
    ['CSV', 'trees.csv', CSV],
    ['CSV with semicolons and CRLF', 'trees.txt', CSV.replaceAll(',', ';').replaceAll('\n', '\r\n')],
    ['CSV with tabs', 'trees.tsv', CSV.replaceAll(',', '\t')],
    ['CSV with a byte order mark', 'trees.csv', `\ufeff${CSV}`],
    ['CSV in UTF-16, little endian', 'trees.csv', utf16(`\ufeff${CSV}`, true)],
    ['CSV in UTF-16, big endian', 'trees.csv', utf16(`\ufeff${CSV}`, false)],
    ['a JSON list', 'trees.json', JSON.stringify(TREES, null, 2)],
    ['a JSON list without a known file extension', 'download', `\ufeff ${JSON.stringify(TREES)}`],
    ['NDJSON', 'trees.ndjson', TREES.map((tree) => JSON.stringify(tree)).join('\n')],
    ['NDJSON in a .json file', 'trees.json', TREES.map((tree) => JSON.stringify(tree)).join('\r\n')],
    ['objects that take several lines', 'x', TREES.map((tree) => JSON.stringify(tree, null, 1)).join('\n')],
  ] as const) {
    test(`as ${what}`, async () => {
      assert.deepEqual(await documentsOf(file(content), name), TREES);
    });
  }

  test('as one document if it is a single object', async () => {
    assert.deepEqual(await documentsOf(file('{"title":"alone"}'), 'pasted'), [
      { title: 'alone', id: 'new-1' },
    ]);
  });
});

suite('a file of another kind gets an error message', () => {
  for (const [what, name, content, sentence] of [
    ['empty', 'x.csv', '', /^This file is empty/],
    ['blank', 'x.csv', ' \n\n ', /^This file contains only whitespace/],
    ['an empty list', 'x.json', '[]', /^This file has no documents:/],
    ['column names alone', 'x.csv', 'id,name\n', /column names but no rows/],
    ['a workbook', 'x.xlsx', Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2), /zip archive or an Excel workbook/],
    ['binary', 'x.csv', Uint8Array.of(65, 66, 0, 1, 2), /^This is not a text file \(near byte 2\)/],
    ['Latin-1', 'x.csv', Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a), /^This file is not valid UTF-8/],
    ['no JSON', 'x.json', 'hello', /^Line 1 is not JSON/],
    ['cut off', 'x.json', '[{"id":', /^The file ends in the middle of the document/],
  ] as const) {
    test(`if it is ${what}`, async () => {
      await assert.rejects(previewOf(file(content), name), { name: 'FileProblem', message: sentence });
    });
  }

  test('unless its encoding is selected', async () => {
    const latin = file(Uint8Array.of(0x61, 0x0a, 0xe9, 0x0a));
    await assert.rejects(previewOf(latin, 'x.csv'), { misread: true });
    const { fields } = await previewOf(latin, 'x.csv', 'windows-1252');
    assert.deepEqual(fields[0]?.values, ['é']);
  });
});

suite('field names', () => {
  test('that are invalid or duplicates are replaced', () => {
    const sources = ['ID', 'Price (€)', 'price', 'price', 'none', '2024', '', '_x', 'Straße', 'é'.repeat(70)];
    assert.deepEqual(suggestedNames(sources), [
      'id',
      'price_2',
      'price',
      'price_3',
      'none_field',
      'field_2024',
      'column_7',
      'x',
      'strasse',
      'e'.repeat(64),
    ]);
  });

  test('that are suggested are valid and distinct, and valid names are kept', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 80 })), (sources) => {
        const names = suggestedNames(sources);
        assert.equal(new Set(names).size, names.length);
        for (const [index, name] of names.entries()) {
          assert.ok(name === 'id' || isFieldName(name), name);
          const source = sources[index] ?? '';
          if (isFieldName(source) && sources.indexOf(source) === index) assert.equal(name, source);
        }
      }),
    );
  });

  test('get the error messages of the server', () => {
    const targets = ['id', 'a b', 'good', 'good', 'none', 'left out!'];
    const columns = targets.map((target) => ({
      source: target,
      target,
      imported: target !== 'left out!',
      type: 'text' as const,
    }));
    assert.deepEqual(targetErrors(columns), [
      undefined,
      'Name cannot contain whitespace',
      undefined,
      'Name must be unique',
      'Name cannot be a reserved field (external_id, engine_id, highlight, or, and, not, any, all, none)',
      undefined,
    ]);
  });
});

suite('the documents of a file', () => {
  test('get the types that suit all their values suggested', async () => {
    const csv = 'n,d,place,zip,mixed\n1.5,2024-02-29,"47,11",1010,1\n-3,2024-03-01T10:00Z,"48,12",,x\n';
    const { fields } = await previewOf(file(csv), 'x.csv');
    assert.deepEqual(
      fields.map(({ source, fits }) => [source, fits]),
      [
        ['n', ['number']],
        ['d', ['date']],
        ['place', ['geolocation']],
        ['zip', ['number']],
        ['mixed', []],
      ],
    );
  });

  test('keep numbers that a double cannot hold', async () => {
    const blob = file('[{"id":9007199254740993,"n":9007199254740993},{"n":12345678901234567890}]');
    const preview = await previewOf(blob, 'x.json');
    const prepare = preparing(columnsOf(preview), () => 'made');
    const texts: string[] = [];
    for await (const entries of entriesOf(blob, preview.layout)) {
      for (const entry of entries) {
        const prepared = prepare(entry);
        if ('document' in prepared) texts.push(prepared.document.json);
      }
    }
    assert.deepEqual(texts, [
      '{"id":9007199254740993,"n":9007199254740993}',
      '{"n":"12345678901234567890","id":"made"}',
    ]);
  });

  test('that cannot be parsed have an error, and the others are imported', async () => {
    const text = '{"id":"a"}\n{"id":"b",}\n[1]\n{"id":"c"}';
    assert.deepEqual(await documentsOf(file(text), 'x.ndjson'), [
      { id: 'a' },
      'This is not JSON: there is an extra comma before } (column 11 of the document)',
      'Document must be an object',
      { id: 'c' },
    ]);
    assert.deepEqual(await documentsOf(file('id,a\n1,x\n2,y,z\n3\n'), 'x.csv'), [
      { id: '1', a: 'x' },
      'This row has 3 values for 2 columns',
      { id: '3' },
    ]);
  });

  test('that cannot be parsed are announced by the preview, with the lines of the file', async () => {
    const list = await previewOf(file('[\n{"id":"a","n":1},\n{"id":"b",\n"n":2,}\n]'), 'x.json');
    assert.deepEqual(list.unreadable, [
      {
        number: 2,
        line: 3,
        message: 'This is not JSON: there is an extra comma before } (line 4 of the file, column 7)',
      },
    ]);
    assert.deepEqual([list.sampled, list.isWhole, list.problem], [1, true, null]);
    assert.deepEqual(
      list.fields.map(({ source, values }) => [source, values]),
      [
        ['id', ['a']],
        ['n', [1]],
      ],
    );
    const table = await previewOf(file('id,a\n1,x\n2,y,z\n3,"open\n4,x\n'), 'x.csv');
    assert.deepEqual(
      [table.sampled, table.isWhole, table.unreadable.map(({ line }) => line)],
      [1, true, [3]],
    );
    assert.match(table.problem ?? '', /^The quotation mark opened on line 4 is never closed\./);
  });

  test('are rejected as a whole if none can be parsed', async () => {
    await assert.rejects(previewOf(file('{"id":}\n{"id":}\n'), 'x.ndjson'), {
      name: 'FileProblem',
      message: /^No document in this file can be imported\. Line 1: This is not JSON: /,
    });
    await assert.rejects(previewOf(file('a\n1,2\n'), 'x.csv'), {
      name: 'FileProblem',
      message: /Line 2: This row has 2 values for 1 columns\.$/,
    });
  });

  test('keep a mapping of columns that was made for the same columns', async () => {
    const preview = await previewOf(file('id,a\n1,x\n'), 'x.csv');
    const changed = columnsOf(preview).map((column) => ({ ...column, type: 'number' as const }));
    assert.equal(restoredColumns(changed, preview), changed);
    const other = await previewOf(file('id,b\n1,x\n'), 'x.csv');
    assert.deepEqual(restoredColumns(changed, other), columnsOf(other));
    assert.deepEqual(restoredColumns(undefined, other), columnsOf(other));
  });

  test('are sent under the selected names, without the excluded fields', async () => {
    const blob = file('[{"id":"1","Old Name":"x","secret":"y","new":"z"}]');
    const preview = await previewOf(blob, 'x.json');
    const columns = columnsOf(preview).map((column) =>
      column.source === 'secret' ? { ...column, imported: false } : column,
    );
    const prepare = preparing(columns, () => '');
    for await (const [entry] of entriesOf(blob, preview.layout)) {
      assert.ok(entry);
      const prepared = prepare(entry);
      assert.ok('document' in prepared);
      assert.deepEqual(JSON.parse(prepared.document.json), { id: '1', old_name: 'x', new: 'z' });
    }
  });

  test('without an id get one in the format of the server, always the same within an import', () => {
    const idOf = idsOfImport();
    assert.match(idOf(1), /^doc-[0-9a-f]{24}$/);
    assert.equal(idOf(1), idOf(1));
    assert.notEqual(idOf(1), idOf(2));
    assert.notEqual(idOf(1), idsOfImport()(1));
  });
});
