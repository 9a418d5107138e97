import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CsvRows, delimiterOf, LONGEST_ROW } from '../../dashboard/src/imports/csv-rows.ts';
import { decodedText } from '../../dashboard/src/imports/decoded-text.ts';
import { jsonProblem } from '../../dashboard/src/imports/json-problem.ts';
import { JsonValues, LONGEST_VALUE } from '../../dashboard/src/imports/json-values.ts';
import { TextLines } from '../../dashboard/src/imports/text-lines.ts';

/** The text split at these offsets. */
function pieces(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}

const cuts = fc.array(fc.nat(), { maxLength: 6 });

function rowsOf(parts: readonly string[], delimiter = ','): string[][] {
  const rows = new CsvRows(delimiter);
  return [...parts.flatMap((part) => [...rows.push(part)]), ...rows.end()].map(({ cells }) => [...cells]);
}

function valuesOf(parts: readonly string[]): Array<string | null> {
  const values = new JsonValues();
  const found = parts.flatMap((part) => [...values.push(part)]).map(({ text }) => text);
  values.end();
  return found;
}

suite('the rows of a CSV file', () => {
  test('are parsed correctly for any chunk boundaries', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '🌲'),
      maxLength: 5,
    });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n', '\r'), cuts, (rows, newline, places) => {
        const quoted = (text: string): string =>
          /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const text = rows.map((row) => row.map(quoted).join(',')).join(newline);
        assert.deepEqual(rowsOf(pieces(text, places)), rows);
      }),
    );
  });

  test('have the number of the line in which they begin', () => {
    const rows = new CsvRows(',');
    const found = [...rows.push('a,b\n\n"x\ny",1\r\nlast,2'), ...rows.end()];
    assert.deepEqual(
      found.map(({ line, cells }) => [line, cells]),
      [
        [1, ['a', 'b']],
        [3, ['x\ny', '1']],
        [5, ['last', '2']],
      ],
    );
  });

  test('keep quotation marks that do not enclose a cell', () => {
    assert.deepEqual(rowsOf(['5" pipe,"a"b,""\n']), [['5" pipe', 'ab', '']]);
  });

  test('with an unclosed quotation mark cause an error, long before memory runs out', () => {
    assert.throws(() => rowsOf(['a,b\n1,"open\n2,3\n']), /opened on line 2 is never closed/);
    const rows = new CsvRows(',');
    const endless = (): void => {
      for (let piece = 0; piece <= LONGEST_ROW / 1000; piece++) [...rows.push('x'.repeat(1000))];
    };
    [...rows.push('a,"')];
    assert.throws(endless, /opened on line 1 is never closed/);
  });

  test('are split at the most frequent delimiter of the first line, outside quotation marks', () => {
    assert.equal(delimiterOf('a;b;c\n1,2;3;4'), ';');
    assert.equal(delimiterOf('"x,y,z";b\n'), ';');
    assert.equal(delimiterOf('a\tb\n'), '\t');
    assert.equal(delimiterOf('alone\n1,2,3'), ',');
  });
});

suite('the values of a JSON file', () => {
  test('are parsed correctly for any chunk boundaries', () => {
    const list = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 });
    fc.assert(
      fc.property(list, fc.constantFrom(undefined, 2), cuts, (values, indent, places) => {
        const found = valuesOf(pieces(JSON.stringify(values, null, indent), places));
        assert.deepEqual(
          found.map((text) => JSON.parse(text ?? '')),
          JSON.parse(JSON.stringify(values)),
        );
      }),
    );
  });

  test('may be consecutive objects, on separate lines or not', () => {
    assert.deepEqual(valuesOf(['{"a":"}"}{"b":\n[1]}\n\n{"c":{}}']), [
      '{"a":"}"}',
      '{"b":\n[1]}',
      '{"c":{}}',
    ]);
  });

  test('are parsed even next to broken ones', () => {
    assert.deepEqual(valuesOf(['[{"a":1,,},{"b":2}, nonsense ,{"c":3}]']), [
      '{"a":1,,}',
      '{"b":2}',
      'nonsense',
      '{"c":3}',
    ]);
  });

  test('are skipped if they are longer than any document, and the next one is found', () => {
    const text = `[{"a":"${'x'.repeat(LONGEST_VALUE)}"},{"b":1}]`;
    assert.deepEqual(valuesOf([text.slice(0, 1000), text.slice(1000)]), [null, '{"b":1}']);
  });

  for (const [text, sentence] of [
    ['[{"a":1}, {"b":', /ends in the middle of the document that starts on line 1/],
    ['[{"a":1},\n\n{"b":1}', /ends in the middle of the document that starts on line 3/],
    ['[{}] more', /Line 1 has text after the end of the list/],
    ['\n\nhello', /Line 3 is not JSON/],
  ] as const) {
    test(`in ${JSON.stringify(text)} cause an error message`, () => {
      assert.throws(() => valuesOf([text]), sentence);
    });
  }
});

test('lines are complete for any chunk boundaries, and blank ones are skipped', () => {
  const line = fc.string({ unit: fc.constantFrom('a', '{', '🌲'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n', '\n\n'), cuts, (lines, newline, places) => {
      const reader = new TextLines();
      const parts = pieces(lines.join(newline), places);
      const found = [...parts.flatMap((part) => [...reader.push(part)]), ...reader.end()];
      assert.deepEqual(
        found.map(({ text }) => text),
        lines,
      );
    }),
  );
});

suite('a JSON syntax error', () => {
  test('is found exactly if there is one', () => {
    const text = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc.string({ unit: fc.constantFrom(...'{}[]",:\\ \n01.-eEtrufalsn'), maxLength: 12 }),
    );
    fc.assert(
      fc.property(text, (text) => {
        const problem = jsonProblem(text);
        assert.equal(problem === undefined, isJson(text));
        if (problem !== undefined) assert.notEqual(problem.message, 'this cannot be read', text);
      }),
      { numRuns: 2000 },
    );
  });

  for (const [text, line, column, message] of [
    ['{\n  "a": 1,\n}', 3, 1, 'there is an extra comma before }'],
    ['{\n  "a": 1\n  "b": 2}', 3, 3, 'expected a comma or }'],
    ['{ a: 1 }', 1, 3, 'expected a name in double quotes'],
    ['{ "a": hello }', 1, 8, 'strings need double quotes'],
    ['{ "a": "x }', 1, 8, 'this string is never closed'],
    ['{ "a": "x\ny" }', 1, 10, 'a string cannot contain a line break; write \\n instead'],
    ['{ "a": "\\x" }', 1, 9, 'write a backslash as \\\\'],
    ['{ "a": [1, 2', 1, 13, 'expected a comma or ]; the text ends here'],
    ['', 1, 1, 'the text is empty'],
  ] as const) {
    test(`in ${JSON.stringify(text)} is in line ${line}, column ${column}`, () => {
      const { at: _, ...problem } = jsonProblem(text) ?? { at: 0 };
      assert.deepEqual(problem, { message, line, column });
    });
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

suite('the bytes of a file', () => {
  test('are read only on demand', async () => {
    let asked = 0;
    const piece = new TextEncoder().encode('x'.repeat(1000));
    const endless = {
      stream: () =>
        new ReadableStream<Uint8Array>({
          pull(controller) {
            asked++;
            controller.enqueue(piece);
          },
        }),
    } as unknown as Blob;
    let taken = 0;
    for await (const { to } of decodedText(endless, 'utf-8')) {
      assert.equal(to, ++taken * 1000);
      if (taken === 50) break;
    }
    assert.ok(asked <= 52, `${asked} pieces were read`);
  });

  test('may be split within a character', async () => {
    const bytes = new TextEncoder().encode('🌲é');
    const file = {
      stream: () => ReadableStream.from([...bytes].map((byte) => Uint8Array.of(byte))),
    } as unknown as Blob;
    let text = '';
    for await (const piece of decodedText(file, 'utf-8')) text += piece.text;
    assert.equal(text, '🌲é');
  });
});
