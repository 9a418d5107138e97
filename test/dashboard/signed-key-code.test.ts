import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { LANGUAGES } from '../../dashboard/src/pages/credentials/signed-keys/code/languages.ts';
import {
  KEY_VARIABLE,
  type Language,
  type Signing,
} from '../../dashboard/src/pages/credentials/signed-keys/code/program.ts';
import { announcedSeed } from '../support/seed.ts';
import { base64url, signedKey } from '../support/signed-key.ts';
import { readLiteral } from './signed-key-literals.ts';

const KEY = { name: 'reader', key: 'private-abcdefghijklmnopqrstuvwx' };

/** Values whose notation differs between languages. */
const CLAIMS = {
  search_fields: { title: {}, body: {} },
  result_fields: { title: { raw: {} }, body: { snippet: {} } },
  filters: {
    all: [
      { shop: ['Müller & Söhne', '</b>/', `"double" 'single' \\n back\\slash`] },
      { shop: ['line\nend', '\u2028', 'a\u202eb\u200b', '#{text} #$text $text', '😀 日本'] },
      { price: { from: 0.5, to: 1_000_000 } },
      { none: [{ draft: true }, { draft: false }, { nothing: null }, { empty: [] }, { below: -12.25 }] },
    ],
  },
  facets: {},
};
const EXPIRES = 1_893_456_000;
const SIGNING: Signing = {
  keyName: KEY.name,
  claims: CLAIMS,
  expiry: { kind: 'at', seconds: EXPIRES },
};
const TOKEN = signedKey(KEY, { ...CLAIMS, exp: EXPIRES });

const INTERPRETERS: Readonly<Record<Language['id'], readonly [command: string, ...args: string[]]>> = {
  node: [process.execPath, '--input-type=module'],
  python: ['python3', '-'],
  ruby: ['ruby'],
  php: ['php'],
};

const languageOf = (id: Language['id']): Language => {
  const language = LANGUAGES.find((known) => known.id === id);
  assert.ok(language, id);
  return language;
};

/** The output of a program, which is passed on standard input, so no shell interprets it. */
async function printed(id: Language['id'], program: string): Promise<string> {
  const [command, ...args] = INTERPRETERS[id];
  const running = promisify(execFile)(command, args, {
    env: { ...process.env, [KEY_VARIABLE]: KEY.key, PYTHONIOENCODING: 'utf-8', PYTHONUTF8: '1' },
  });
  running.child.stdin?.end(program);
  const { stdout } = await running;
  return stdout.trim();
}

const isInstalled = (id: Language['id']): boolean =>
  spawnSync(INTERPRETERS[id][0], ['-v'], { stdio: 'ignore' }).status === 0;

/**
 * The programs without their claims, as run by Ruby 3.3, PHP 7.4 and PHP 8.3. Without the interpreter, the test
 * compares the program with this text and its claims with the signed ones.
 */
const FRAMES: Readonly<Record<'ruby' | 'php', string>> = {
  ruby: `require 'json'
require 'openssl'

# The value of the key "reader".
key = ENV.fetch('FINDLING_SIGNING_KEY')
claims = CLAIMS

encode = ->(bytes) { [bytes].pack('m0').tr('+/', '-_').delete('=') }

parts = [{ 'alg' => 'HS256', 'typ' => 'JWT' }, claims]
text = parts.map { |part| encode.call(JSON.generate(part)) }.join('.')
signature = encode.call(OpenSSL::HMAC.digest('SHA256', key, text))

puts "#{text}.#{signature}"
`,
  php: `<?php

// The value of the key "reader".
$key = getenv('FINDLING_SIGNING_KEY') ?: exit('FINDLING_SIGNING_KEY is not set.');
$claims = CLAIMS;

const AS_IS = JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE
    | JSON_UNESCAPED_LINE_TERMINATORS;

$encode = fn ($bytes) => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');

$header = ['alg' => 'HS256', 'typ' => 'JWT'];
$text = $encode(json_encode($header, AS_IS)) . '.' . $encode(json_encode($claims, AS_IS));
$signature = $encode(hash_hmac('sha256', $text, $key, true));

echo $text . '.' . $signature . "\\n";
`,
};

/** The parts of a program, without running it: its frame, and the payload of its claims. */
function takenApart(id: 'ruby' | 'php', program: string) {
  const start = /claims = /.exec(program);
  assert.ok(start, 'the program states its claims');
  const from = start.index + start[0].length;
  const { value, rest } = readLiteral(program.slice(from));
  return { frame: `${program.slice(0, from)}CLAIMS${rest}`, payload: base64url(JSON.stringify(value)), id };
}

suite('code that signs a search key', () => {
  for (const id of ['node', 'python'] as const) {
    test(`for ${id} prints the same token as the server`, async () => {
      assert.equal(await printed(id, languageOf(id).program(SIGNING)), TOKEN);
    });

    test(`for ${id} computes the expiry when it runs`, async () => {
      const before = Math.floor(Date.now() / 1000);
      const token = await printed(
        id,
        languageOf(id).program({ ...SIGNING, expiry: { kind: 'after', seconds: 3600 } }),
      );
      const after = Math.floor(Date.now() / 1000);
      const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      assert.ok(exp >= before + 3600 && exp <= after + 3600, `${exp}`);
      assert.equal(token, signedKey(KEY, { ...CLAIMS, exp }));
    });
  }

  for (const id of ['ruby', 'php'] as const) {
    test(`for ${id} makes the same token as the server`, async () => {
      const program = languageOf(id).program(SIGNING);
      if (isInstalled(id)) assert.equal(await printed(id, program), TOKEN);
      const { frame, payload } = takenApart(id, program);
      assert.equal(frame, FRAMES[id]);
      assert.equal(payload, TOKEN.split('.')[1]);
    });
  }

  test('never contains the value of the key, and needs no packages', () => {
    const allowed: Readonly<Record<Language['id'], readonly string[]>> = {
      node: ['node:crypto'],
      python: ['base64', 'hashlib', 'hmac', 'json', 'os', 'time'],
      ruby: ['json', 'openssl'],
      php: [],
    };
    for (const { id, program } of LANGUAGES) {
      const text = program({ ...SIGNING, expiry: { kind: 'after', seconds: 60 } });
      assert.ok(!text.includes(KEY.key));
      const used = [...text.matchAll(/^(?:import (?:.* from )?|require )['"]?([\w:]+)/gm)].map(
        ([, name]) => name,
      );
      assert.deepEqual(used, allowed[id], id);
    }
  });

  test('for PHP keeps objects as objects, also empty ones and those with numeric keys', () => {
    const program = languageOf('php').program({
      ...SIGNING,
      claims: { facets: {}, filters: { 0: 'a', 1: 'b' } },
    });
    assert.match(program, /'facets' => \(object\) \[\],/);
    assert.match(program, /'filters' => \(object\) \['0' => 'a', '1' => 'b'\],/);
  });

  test('for Node keeps a member called __proto__', async () => {
    const claims = JSON.parse('{"filters":{"__proto__":"x"}}');
    const program = languageOf('node').program({ ...SIGNING, claims });
    const token = await printed('node', program);
    assert.equal(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
      `{"filters":{"__proto__":"x"},"exp":${EXPIRES},"api_key_name":"reader"}`,
    );
  });
});

const SEED = announcedSeed('code that signs');

/** Numbers that all languages print alike; 1e-7 is not among them. */
const value = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  fc.integer(),
  fc.integer({ min: -999_999, max: 999_999 }).map((cents) => cents / 100),
  fc.boolean(),
  fc.constant(null),
);
const { claims: randomClaims } = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small', withCrossShrink: true }, value, tie('list'), tie('claims')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  claims: fc.dictionary(fc.string({ unit: 'grapheme' }), tie('any'), { maxKeys: 4 }),
}));

suite('code that signs random filters', () => {
  test('has the payload that JavaScript signs: printed by Python, parsed from Ruby and PHP', async () => {
    const samples = fc.sample(randomClaims as fc.Arbitrary<Record<string, unknown>>, {
      numRuns: 60,
      seed: SEED,
    });
    const signings = samples.map((claims): Signing => ({ ...SIGNING, claims }));
    const expected = samples.map((claims) => signedKey(KEY, { ...claims, exp: EXPIRES }));
    // One run for all: starting an interpreter takes longer than signing.
    const program = signings.map((signing) => languageOf('python').program(signing)).join('\n');
    assert.deepEqual((await printed('python', program)).split('\n'), expected);
    for (const id of ['ruby', 'php'] as const) {
      for (const [index, signing] of signings.entries()) {
        const { frame, payload } = takenApart(id, languageOf(id).program(signing));
        assert.equal(payload, expected[index]?.split('.')[1], `${id} ${JSON.stringify(signing.claims)}`);
        assert.equal(frame, FRAMES[id]);
      }
    }
  });
});
