import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { isCurrent, isSignedWith, readSignedKey } from '../../src/credentials/signed-key.ts';
import { createAccount } from '../support/accounts.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { type Answer, request, startTestService, type TestService } from '../support/service.ts';
import { base64url, hmac, sealed, signedKey, tokenOf } from '../support/signed-key.ts';

interface Key {
  readonly name: string;
  readonly key: string;
}

interface World {
  readonly service: TestService;
  readonly engine: string;
  /** A private key that may read: the signer of most tokens. */
  readonly signer: Key;
  readonly search: Key;
  readonly full: Key;
  readonly writer: Key;
  readonly admin: Key;
  readonly deleted: Key;
  /** A key whose name was deleted and made again: the value before, and the one since. */
  readonly before: Key;
  readonly since: Key;
  readonly stranger: Key;
}

async function world(t: TestContext): Promise<World> {
  const service = await startTestService(t);
  const admin = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key: service.adminKey, body });
  const make = async (name: string, rights: object): Promise<Key> => {
    const { json } = await admin('POST', '/credentials', { name, ...rights });
    return { name, key: json.key };
  };
  const reader = { type: 'private', read: true };
  const deleted = await make('deleted', reader);
  await admin('DELETE', '/credentials/deleted');
  const before = await make('recreated', reader);
  await admin('DELETE', '/credentials/recreated');
  const strangers = await createAccount(service, 'strangers');
  return {
    service,
    engine: await service.engine({ documents: [{ id: 'a', title: 'Dune' }] }),
    signer: await make('reader', reader),
    search: { name: 'search-key', key: service.searchKey },
    full: { name: 'private-key', key: service.privateKey },
    writer: await make('writer', { type: 'private', write: true }),
    admin: { name: 'admin-key', key: service.adminKey },
    deleted,
    before,
    since: await make('recreated', reader),
    stranger: { name: 'private-key', key: strangers.privateKey },
  };
}

const searchWith = (
  { service, engine }: World,
  way: { header?: string; token?: string },
): Promise<Answer> => {
  const address = way.token === undefined ? '' : `?auth_token=${encodeURIComponent(way.token)}`;
  return request(`${service.baseUrl}/api/as/v1/engines/${engine}/search${address}`, 'POST', {
    body: { query: 'dune' },
    headers: way.header === undefined ? {} : { authorization: way.header },
  });
};

/** Whether a text can stand in a header as it is: no blanks, no control characters, Latin-1. */
const fitsHeader = (text: string): boolean => /^[\x21-\x7e\x80-\xff]+$/.test(text);

/** A token in every way in which it can be sent. */
const waysToSend = (token: string): Array<{ header?: string; token?: string }> => [
  { token },
  ...(fitsHeader(token) ? [{ header: `Bearer ${token}` }, { header: token }] : []),
];

const GOOD_HEADER = '{"alg":"HS256","typ":"JWT"}';
const HOUR = 3600;
const now = (): number => Date.now() / 1000;

type Case = readonly [what: string, token: string];

/** Names of algorithms, or what stands in their place. */
function algorithmCases({ signer }: World): Case[] {
  const payload = base64url(JSON.stringify({ api_key_name: signer.name }));
  const unsigned = (alg: unknown): string => `${base64url(JSON.stringify({ alg, typ: 'JWT' }))}.${payload}`;
  const names: unknown[] = [
    ...['none', 'None', 'NONE', 'nOnE', 'none ', '', 'null', 'undefined'],
    ...['hs256', 'Hs256', 'hS256', 'HS256 ', ' HS256', 'HS256\n', '\tHS256', 'HS256\u0000', '\ufeffHS256'],
    ...[
      'HS-256',
      'HS 256',
      'SHA256',
      'HMAC-SHA256',
      'A256KW',
      'dir',
      'ＨＳ256',
      'НS256',
      'HS２56',
      'HS256,none',
    ],
    ...['HS1', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES256K', 'EdDSA'],
    ...[null, true, 256, ['HS256'], [], {}, { alg: 'HS256' }, ['none', 'HS256']],
  ];
  const byHash: Record<string, string> = { HS1: 'sha1', HS384: 'sha384', HS512: 'sha512' };
  return [
    ...names.flatMap((alg): Case[] => {
      const text = unsigned(alg);
      const hash = typeof alg === 'string' ? byHash[alg] : undefined;
      return [
        [`alg ${JSON.stringify(alg)}, signed as HS256`, sealed(signer.key, text)],
        [`alg ${JSON.stringify(alg)}, empty signature`, `${text}.`],
        ...(hash ? [[`alg ${alg}, signed so`, `${text}.${hmac(signer.key, text, hash)}`] as const] : []),
      ];
    }),
    ['alg none without a third part', unsigned('none')],
    ['alg missing', tokenOf(signer.key, '{"typ":"JWT"}', Buffer.from(payload, 'base64url'))],
    [
      'alg of the prototype',
      tokenOf(signer.key, '{"__proto__":{"alg":"HS256"}}', Buffer.from(payload, 'base64url')),
    ],
    ['ALG instead of alg', tokenOf(signer.key, '{"ALG":"HS256"}', Buffer.from(payload, 'base64url'))],
    ['"alg " instead of alg', tokenOf(signer.key, '{"alg ":"HS256"}', Buffer.from(payload, 'base64url'))],
  ];
}

/** Public keys whose text an attacker knows, used as a secret and as what they are. */
function publicKeyCases({ signer }: World): Case[] {
  const payload = base64url(JSON.stringify({ api_key_name: signer.name }));
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const texts = {
    'RSA public key in PEM': rsa.publicKey.export({ type: 'spki', format: 'pem' }),
    'RSA public key in DER': rsa.publicKey.export({ type: 'spki', format: 'der' }),
    'RSA public key as JWK': JSON.stringify(rsa.publicKey.export({ format: 'jwk' })),
    'EC public key in PEM': ec.publicKey.export({ type: 'spki', format: 'pem' }),
    'EC public key as JWK': JSON.stringify(ec.publicKey.export({ format: 'jwk' })),
  };
  const headed = (header: object): string => `${base64url(JSON.stringify(header))}.${payload}`;
  const rs = headed({ alg: 'RS256' });
  const es = headed({ alg: 'ES256' });
  const jwk = headed({ alg: 'HS256', jwk: { kty: 'oct', k: base64url('attacker') } });
  const embedded = headed({ alg: 'RS256', jwk: rsa.publicKey.export({ format: 'jwk' }) });
  const ecKey = { key: ec.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return [
    ...Object.entries(texts).flatMap(([what, secret]): Case[] =>
      ['HS256', 'RS256', 'ES256'].map((alg) => {
        const text = headed({ alg });
        return [`alg ${alg}, HMAC under the ${what}`, `${text}.${hmac(secret, text)}`] as const;
      }),
    ),
    [
      'RS256 with its own signature',
      `${rs}.${sign('sha256', Buffer.from(rs), rsa.privateKey).toString('base64url')}`,
    ],
    ['ES256 with its own signature', `${es}.${sign('sha256', Buffer.from(es), ecKey).toString('base64url')}`],
    [
      'RS256 with its key in jwk',
      `${embedded}.${sign('sha256', Buffer.from(embedded), rsa.privateKey).toString('base64url')}`,
    ],
    ['HS256 under a secret in jwk', `${jwk}.${hmac('attacker', jwk)}`],
  ];
}

/** Headers as text, all signed well. */
function headerCases({ signer }: World): Case[] {
  const payload = JSON.stringify({ api_key_name: signer.name });
  const members: ReadonlyArray<readonly [string, string]> = [
    ...['crit', 'jku', 'jwk', 'x5u', 'x5c'].flatMap((name) =>
      ['null', '""', '[]', '{}', '"https://example.com/keys"', '["exp"]', 'true', '0'].map(
        (value) => [name, value] as const,
      ),
    ),
  ];
  const texts: Case[] = [
    ...members.map(
      ([name, value]): Case => [`header ${name}: ${value}`, `{"alg":"HS256","${name}":${value}}`],
    ),
    ['header with an escaped crit', '{"alg":"HS256","\\u0063rit":["exp"]}'],
    ['header with alg twice', '{"alg":"HS256","alg":"HS256"}'],
    ['header with alg none, then HS256', '{"alg":"none","alg":"HS256"}'],
    ['header with alg HS256, then none', '{"alg":"HS256","alg":"none"}'],
    ['header with alg and an escaped twin', '{"alg":"HS256","\\u0061lg":"HS256"}'],
    ['header with an escaped alg and a plain one', '{"\\u0061\\u006c\\u0067":"HS256","alg":"HS256"}'],
    ['header with typ twice', '{"alg":"HS256","typ":"JWT","typ":"JWT"}'],
    ['header with kid and an escaped twin', '{"alg":"HS256","kid":"1","k\\u0069d":"1"}'],
    ['header with a twin further down', '{"alg":"HS256","more":{"a":1,"a":1}}'],
    ['header as an array', '["HS256"]'],
    ['header as an array of an object', '[{"alg":"HS256"}]'],
    ['header as a string', '"HS256"'],
    ['header as a number', '256'],
    ['header null', 'null'],
    ['header true', 'true'],
    ['header {}', '{}'],
    ['header of no text', ''],
    ['header of blanks', '  '],
    ['header cut off', '{"alg":"HS256"'],
    ['header with more behind it', '{"alg":"HS256"}{}'],
    ['header with a comma too many', '{"alg":"HS256",}'],
    ['header with a comment', '{"alg":"HS256"/**/}'],
    ['header in single quotes', "{'alg':'HS256'}"],
    ['header without quotes', '{alg:"HS256"}'],
    ['header with a byte order mark', '\ufeff{"alg":"HS256"}'],
    ['header with a no-break space', '\u00a0{"alg":"HS256"}'],
    ['header with a NUL behind it', '{"alg":"HS256"}\u0000'],
    ['header with a line break in a string', '{"alg":"HS256","kid":"a\nb"}'],
    ['header 101 levels deep', `{"alg":"HS256","kid":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['header 10,000 levels deep', `{"alg":"HS256","kid":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ];
  return [
    ...texts.map(([what, header]): Case => [what, tokenOf(signer.key, header, payload)]),
    ['header in UTF-16', tokenOf(signer.key, Buffer.from('{"alg":"HS256"}', 'utf16le'), payload)],
    [
      'header with a byte that is no UTF-8',
      tokenOf(signer.key, Buffer.from('{"alg":"HS256","kid":"\xff"}', 'latin1'), payload),
    ],
  ];
}

/** Payloads as text, all signed well. */
function payloadCases({ signer, full }: World): Case[] {
  const own = `"api_key_name":"${signer.name}"`;
  const time = Math.floor(now());
  const wrongTimes = [
    ...[`"${time + HOUR}"`, '"soon"', '""', 'null', 'true', 'false', '[]', `[${time + HOUR}]`, '{}'],
    ...[
      `{"seconds":${time + HOUR}}`,
      '1e999',
      '-1e999',
      '"NaN"',
      '"Infinity"',
      `"${new Date(0).toISOString()}"`,
    ],
  ];
  const past = [time - 1, time - HOUR, time - 0.5, 1, 0, -1, -0, -1e15, 1e-300].map(String);
  const future = [time + HOUR, time + 60.5, 4e9, 1e15, 1e300].map(String);
  const texts: Case[] = [
    ...wrongTimes.flatMap((value): Case[] => [
      [`exp ${value}`, `{${own},"exp":${value}}`],
      [`nbf ${value}`, `{${own},"nbf":${value}}`],
    ]),
    ...past.map((value): Case => [`exp ${value}, past`, `{${own},"exp":${value}}`]),
    ...future.map((value): Case => [`nbf ${value}, to come`, `{${own},"nbf":${value}}`]),
    ['exp NaN', `{${own},"exp":NaN}`],
    ['nbf NaN', `{${own},"nbf":NaN}`],
    ['exp Infinity', `{${own},"exp":Infinity}`],
    ['exp in hexadecimal', `{${own},"exp":0xffffffff}`],
    ['exp in milliseconds of the past', `{${own},"exp":-${time}000}`],
    ['a window that has not begun', `{${own},"nbf":${time + HOUR},"exp":${time + 2 * HOUR}}`],
    ['a window that is over', `{${own},"nbf":${time - 2 * HOUR},"exp":${time - HOUR}}`],
    ['a window that ends before it begins', `{${own},"nbf":${time + HOUR},"exp":${time - HOUR}}`],
    ['api_key_name twice', `{${own},${own}}`],
    ['another api_key_name before', `{"api_key_name":"${full.name}",${own}}`],
    ['another api_key_name behind', `{${own},"api_key_name":"${full.name}"}`],
    ['api_key_name and an escaped twin', `{${own},"api_key\\u005fname":"${signer.name}"}`],
    ['an escaped api_key_name before', `{"\\u0061pi_key_name":"${signer.name}",${own}}`],
    ['filters twice', `{${own},"filters":{"owner":"1"},"filters":{}}`],
    ['filters and an escaped twin', `{${own},"filters":{"owner":"1"},"\\u0066ilters":{}}`],
    ['one field twice in filters', `{${own},"filters":{"owner":"1","owner":"2"}}`],
    ['one field and an escaped twin in filters', `{${own},"filters":{"owner":"1","\\u006fwner":"2"}}`],
    ['a twin deep in filters', `{${own},"filters":{"all":[{"any":[{"a":"1","a":"2"}]}]}}`],
    ['exp twice', `{${own},"exp":1,"exp":${time + HOUR}}`],
    ['exp and an escaped twin', `{${own},"exp":1,"e\\u0078p":${time + HOUR}}`],
    ['iat twice', `{${own},"iat":1,"iat":1}`],
    ['api_key_name missing', '{}'],
    ['api_key_name null', '{"api_key_name":null}'],
    ['api_key_name empty', '{"api_key_name":""}'],
    ['api_key_name as a number', '{"api_key_name":1}'],
    ['api_key_name as an array', `{"api_key_name":["${signer.name}"]}`],
    ['api_key_name as an object', `{"api_key_name":{"name":"${signer.name}"}}`],
    ['api_key_name of the prototype', `{"__proto__":{${own}}}`],
    ['api_key_name unknown', '{"api_key_name":"nobody"}'],
    ['api_key_name in capitals', `{"api_key_name":"${signer.name.toUpperCase()}"}`],
    ['api_key_name with a blank before', `{"api_key_name":" ${signer.name}"}`],
    ['api_key_name with a blank behind', `{"api_key_name":"${signer.name} "}`],
    ['api_key_name with a line break behind', `{"api_key_name":"${signer.name}\\n"}`],
    ['api_key_name with a NUL behind', `{"api_key_name":"${signer.name}\\u0000"}`],
    ['api_key_name with a wildcard', '{"api_key_name":"r%"}'],
    ['api_key_name with a quote', `{"api_key_name":"${signer.name}' or '1'='1"}`],
    ['api_key_name with a lone surrogate', '{"api_key_name":"\\ud800"}'],
    ['api_key_name of a prototype member', '{"api_key_name":"__proto__"}'],
    ['API_KEY_NAME instead of api_key_name', `{"API_KEY_NAME":"${signer.name}"}`],
    ['api_key_id, as before 2018', `{"api_key_id":"${signer.name}"}`],
    ['kid instead of api_key_name', `{"kid":"${signer.name}"}`],
    ['the key itself as api_key_name', `{"api_key_name":"${signer.key}"}`],
    ['payload as an array', `[{${own}}]`],
    ['payload as a string', `"${signer.name}"`],
    ['payload as a number', '1'],
    ['payload null', 'null'],
    ['payload of no text', ''],
    ['payload of blanks', ' '],
    ['payload cut off', `{${own}`],
    ['payload with more behind it', `{${own}}x`],
    ['payload with a comma too many', `{${own},}`],
    ['payload in single quotes', `{'api_key_name':'${signer.name}'}`],
    ['payload with a byte order mark', `\ufeff{${own}}`],
    ['payload 101 levels deep', `{${own},"filters":${'{"all":['.repeat(50)}${']}'.repeat(50)}}`],
    ['payload 5,000 levels deep', `{${own},"filters":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ];
  return [
    ...texts.map(([what, payload]): Case => [what, tokenOf(signer.key, GOOD_HEADER, payload)]),
    ['payload in UTF-16', tokenOf(signer.key, GOOD_HEADER, Buffer.from(`{${own}}`, 'utf16le'))],
    [
      'payload with a byte that is no UTF-8',
      tokenOf(signer.key, GOOD_HEADER, Buffer.from(`{${own},"iss":"\xff"}`, 'latin1')),
    ],
    [
      'payload with an overlong encoding',
      tokenOf(signer.key, GOOD_HEADER, Buffer.from(`{${own},"iss":"\xc0\xaf"}`, 'latin1')),
    ],
    [
      'payload with an encoded surrogate',
      tokenOf(signer.key, GOOD_HEADER, Buffer.from(`{${own},"iss":"\xed\xa0\x80"}`, 'latin1')),
    ],
  ];
}

/** Who signs. */
function signerCases(it: World): Case[] {
  const claim = (name: string) => JSON.stringify({ api_key_name: name });
  const under = (secret: string, name = it.signer.name) => tokenOf(secret, GOOD_HEADER, claim(name));
  const { key } = it.signer;
  return [
    ['signed by an admin key', signedKey(it.admin)],
    ['signed by a private key that may not read', signedKey(it.writer)],
    ['signed by a deleted key', signedKey(it.deleted)],
    ['signed by a key that was deleted and made again', signedKey(it.before)],
    ['signed by a key of another account', signedKey(it.stranger)],
    ['signed by a key of another account in the name of one of ours', under(it.stranger.key)],
    ['signed by one key in the name of another', under(it.full.key)],
    ['signed by a search key in the name of a private one', under(it.search.key, it.full.name)],
    ['signed with nothing', under('')],
    ['signed with the name of the key', under(it.signer.name)],
    ['signed with the key in capitals', under(key.toUpperCase())],
    ['signed with the key without its prefix', under(key.slice('private-'.length))],
    ['signed with the prefix alone', under('private-')],
    ['signed with the key and a line break', under(`${key}\n`)],
    ['signed with the key and a blank', under(`${key} `)],
    ['signed with the key cut by one', under(key.slice(0, -1))],
    ['signed with the key in base64', under(Buffer.from(key).toString('base64'))],
    ['signed with the key as bearer', under(`Bearer ${key}`)],
    ['signed with "undefined"', under('undefined')],
    ['signed with "null"', under('null')],
    ['signed with "[object Object]"', under('[object Object]')],
    ['signed with "secret"', under('secret')],
  ];
}

const CODE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The same bytes with bits set that no byte needs: a text of another spelling. */
function looseBits(text: string): string[] {
  const loose = { 2: 16, 3: 4 }[text.length % 4];
  if (loose === undefined) return [];
  const last = CODE.indexOf(text.at(-1) as string);
  return Array.from({ length: loose - 1 }, (_, bits) => text.slice(0, -1) + CODE[last + bits + 1]);
}

/** Spellings of base64url that are not the canonical one; the signature is that of the text as sent. */
function encodingCases({ signer }: World): Case[] {
  const { key } = signer;
  // Lengths that leave loose bits in both parts, and a payload whose code has both - and _.
  const header = base64url('{"alg":"HS256","kid":"1"}');
  const payload = base64url(JSON.stringify({ iss: '>>>???', aud: '1', api_key_name: signer.name }));
  assert.match(payload, /-.*_|_.*-/);
  assert.ok(looseBits(header).length > 0 && looseBits(payload).length > 0);
  const good = sealed(key, `${header}.${payload}`);
  const signature = good.split('.')[2] as string;
  const padded = (part: string) => part.padEnd(Math.ceil(part.length / 4) * 4, '=');
  const standard = (part: string) => part.replaceAll('-', '+').replaceAll('_', '/');
  const blanks = [' ', '\t', '\n', '\r\n', '\u00a0', '\u0000', '\ufeff', '%20'];
  const bytes = Buffer.from(signature, 'base64url');
  const withSignature = (changed: Buffer | string): string =>
    `${header}.${payload}.${typeof changed === 'string' ? changed : changed.toString('base64url')}`;
  return [
    ...looseBits(header).map(
      (part, i): Case => [`header with loose bits ${i + 1}`, sealed(key, `${part}.${payload}`)],
    ),
    ...looseBits(payload).map(
      (part, i): Case => [`payload with loose bits ${i + 1}`, sealed(key, `${header}.${part}`)],
    ),
    ...looseBits(signature).map(
      (part, i): Case => [`signature with loose bits ${i + 1}`, withSignature(part)],
    ),
    ['padding behind the header', sealed(key, `${padded(header)}.${payload}`)],
    ['padding behind the payload', sealed(key, `${header}.${padded(payload)}`)],
    ['padding behind the signature', withSignature(padded(signature))],
    ['one = behind the token', `${good}=`],
    ['four = behind the token', `${good}====`],
    ['+ and / in the payload', sealed(key, `${header}.${standard(payload)}`)],
    ['base64 of the old kind throughout', sealed(key, `${padded(header)}.${padded(standard(payload))}`)],
    ['+ in the payload', sealed(key, `${header}.${payload.replaceAll('-', '+')}`)],
    ['/ in the payload', sealed(key, `${header}.${payload.replaceAll('_', '/')}`)],
    ['signature in base64', withSignature(bytes.toString('base64'))],
    ['signature in hexadecimal', withSignature(bytes.toString('hex'))],
    ['signature with + or /', withSignature(`${signature.slice(0, -1)}+`)],
    ['a character too many in the header', sealed(key, `${header}AAA.${payload}`)],
    ['a character too many in the payload', sealed(key, `${header}.${payload}A`)],
    ['a star in the header', sealed(key, `${header}*.${payload}`)],
    ['a quote around the payload', sealed(key, `${header}."${payload}"`)],
    ['a fullwidth letter in the payload', sealed(key, `${header}.${payload}Ａ`)],
    ...blanks.flatMap((blank): Case[] => {
      const name = JSON.stringify(blank);
      return [
        [`${name} before the token`, blank + good],
        [`${name} behind the token`, good + blank],
        [`${name} in the header`, sealed(key, `${header.slice(0, 4)}${blank}${header.slice(4)}.${payload}`)],
        [`${name} behind the header`, sealed(key, `${header}${blank}.${payload}`)],
        [`${name} before the payload`, sealed(key, `${header}.${blank}${payload}`)],
        [`${name} before the signature`, withSignature(blank + signature)],
      ];
    }),
    ['signature empty', withSignature('')],
    ['signature of one byte', withSignature(bytes.subarray(0, 1))],
    ['signature cut by one byte', withSignature(bytes.subarray(0, 31))],
    ['signature cut in half', withSignature(bytes.subarray(0, 16))],
    ['signature with a byte more', withSignature(Buffer.concat([bytes, Buffer.of(0)]))],
    ['signature twice', withSignature(Buffer.concat([bytes, bytes]))],
    ['signature of zeros', withSignature(Buffer.alloc(32))],
    ['signature of ones', withSignature(Buffer.alloc(32, 255))],
    ['signature backwards', withSignature(Buffer.from(bytes).reverse())],
    [
      'signature with its first bit turned',
      withSignature(Buffer.from(bytes.map((b, i) => (i === 0 ? b ^ 128 : b)))),
    ],
    [
      'signature with its last bit turned',
      withSignature(Buffer.from(bytes.map((b, i) => (i === 31 ? b ^ 1 : b)))),
    ],
    ['signature of the header alone', withSignature(hmac(key, header))],
    ['signature of the payload alone', withSignature(hmac(key, payload))],
    ['signature of both without the dot', withSignature(hmac(key, header + payload))],
    ['signature of both with a dot more', withSignature(hmac(key, `${header}.${payload}.`))],
    [
      'signature of the decoded texts',
      withSignature(hmac(key, Buffer.from(payload, 'base64url').toString())),
    ],
    ['signature by SHA-1', withSignature(hmac(key, `${header}.${payload}`, 'sha1'))],
    ['signature by SHA-512', withSignature(hmac(key, `${header}.${payload}`, 'sha512'))],
    ['a hash without a key', withSignature(createHash('sha256').update(`${header}.${payload}`).digest())],
    [
      'a hash of key and text',
      withSignature(createHash('sha256').update(`${key}${header}.${payload}`).digest()),
    ],
    ['signature of another token', withSignature(signedKey(signer, { query: 'x' }).split('.')[2] as string)],
  ];
}

/** Parts and dots. */
function shapeCases({ signer }: World): Case[] {
  const good = signedKey(signer);
  const [header, payload, signature] = good.split('.') as [string, string, string];
  return [
    ['a dot', '.'],
    ['two dots', '..'],
    ['three dots', '...'],
    ['a thousand dots', '.'.repeat(1000)],
    ['a dot before', `.${good}`],
    ['a dot behind', `${good}.`],
    ['two dots in the middle', `${header}..${payload}.${signature}`],
    ['the first part alone', `${header}.`],
    ['the last part alone', `..${signature}`],
    ['without the last part', `${header}.${payload}`],
    ['without the first part', `.${payload}.${signature}`],
    ['without the middle part', `${header}..${signature}`],
    ['the first two parts swapped', `${payload}.${header}.${signature}`],
    ['swapped and signed', sealed(signer.key, `${payload}.${header}`)],
    ['a fourth part', `${good}.${signature}`],
    ['five parts, as if encrypted', `${good}.${payload}.${signature}`],
    ['two tokens, one behind the other', good + good],
    ['two tokens with a dot between', `${good}.${good}`],
    ['two tokens with a comma between', `${good},${good}`],
    ['colons instead of dots', good.replaceAll('.', ':')],
    ['fullwidth dots', good.replaceAll('.', '．')],
    ['a key with a dot behind', `${signer.key}.`],
    ['a key as first part', `${signer.key}.${payload}.${signature}`],
    ['a key as signature', `${header}.${payload}.${signer.key}`],
    ['the parts in quotes', `"${good}"`],
    ['as JSON', JSON.stringify({ protected: header, payload, signature })],
    ['percent signs instead of dots', good.replaceAll('.', '%2E')],
    ['in capitals', good.toUpperCase()],
    ['a search prefix before', `search-${good}`],
    ['words', 'not.a.token'],
    ['JSON without its code', `${GOOD_HEADER}.{"api_key_name":"${signer.name}"}.${signature}`],
  ];
}

const REFUSAL = { error: 'Invalid authentication token.' };

test('a signed search key that is wrong in any way gets the same 401', async (t) => {
  const it = await world(t);
  const groups: ReadonlyArray<readonly [string, (it: World) => Case[]]> = [
    ['algorithms', algorithmCases],
    ['public keys', publicKeyCases],
    ['headers', headerCases],
    ['payloads', payloadCases],
    ['signers', signerCases],
    ['encodings', encodingCases],
    ['shapes', shapeCases],
  ];
  // A world in which nothing is ever accepted would pass as well.
  assert.equal((await searchWith(it, { token: signedKey(it.signer) })).status, 200);
  assert.equal((await searchWith(it, { token: signedKey(it.since) })).status, 200);

  let cases = 0;
  let requests = 0;
  for (const [group, make] of groups) {
    await t.test(group, async () => {
      for (const [what, token] of make(it)) {
        cases += 1;
        for (const way of waysToSend(token)) {
          requests += 1;
          const answer = await searchWith(it, way);
          const where = way.token === undefined ? way.header?.slice(0, 7) : 'auth_token';
          assert.deepEqual(
            [answer.status, answer.json],
            [401, REFUSAL],
            `${what} (${where}): ${answer.text}`,
          );
          assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="Swiftype"', what);
          assert.equal(answer.headers.get('x-app-search-version'), null, what);
        }
      }
    });
  }
  assert.ok(cases >= 200, `${cases} cases`);
  t.diagnostic(`${cases} cases, ${requests} requests, 0 accepted`);
});

test('a header that is more than a token gets the same 401', async (t) => {
  const it = await world(t);
  const good = signedKey(it.signer);
  const headers = [
    `Bearer ${good} ${good}`,
    `Bearer ${good} x`,
    `Bearer Bearer ${good}`,
    `Bearer "${good}"`,
    `Bearer ${good},`,
    `Bearer ${good};`,
    `Bearer,${good}`,
    `Bearer=${good}`,
    `Bearer:${good}`,
    `Bearer\u00a0${good}`,
    `Bearer ${good}\u00a0`,
    `Bearer \u00a0${good}`,
    `\u00a0Bearer ${good}`,
    `\u00a0${good}`,
    `${good}\u00a0`,
    `Bearer ${good}\u0085`,
    `JWT ${good}`,
    `Token ${good}`,
    `Basic ${good}`,
    `Basic ${Buffer.from(`:${good}`).toString('base64')}`,
    `Negotiate ${good}`,
    `${good} Bearer`,
    `token=${good}`,
    `Bearer token=${good}`,
  ];
  for (const header of headers) {
    const answer = await searchWith(it, { header });
    assert.deepEqual([answer.status, answer.json], [401, REFUSAL], header.replace(good, '<token>'));
  }
});

test('a token that is longer than a header line may be gets 431', async (t) => {
  const it = await world(t);
  const megabyte = signedKey(it.signer, { iss: 'x'.repeat(750_000) });
  assert.ok(megabyte.length > 1_000_000);
  const tooLong = signedKey(it.signer, { iss: 'x'.repeat(50_000) });
  assert.ok(tooLong.length > 65_536);
  for (const token of [megabyte, tooLong]) {
    for (const way of [{ header: `Bearer ${token}` }, { header: token }, { token }]) {
      const answer = await searchWith(it, way);
      assert.deepEqual([answer.status, answer.json], [431, { errors: ['Request header is too large'] }]);
    }
  }
});

test('a good signed search key is accepted, whatever stands beside the claims that count', async (t) => {
  const it = await world(t);
  const own = `"api_key_name":"${it.signer.name}"`;
  const time = Math.floor(now());
  const anyShape = ['null', '""', '"x"', '0', '-1', '1e999', 'true', '[]', '["a"]', '{}', '{"a":{"b":[1]}}'];
  const cases: Case[] = [
    ['signed by a private key that may read', signedKey(it.signer)],
    ['signed by a private key that may read and write', signedKey(it.full)],
    ['signed by a search key', signedKey(it.search)],
    ['signed by the key that took over a name', signedKey(it.since)],
    ...[
      ['header of alg alone', '{"alg":"HS256"}'],
      ['header with an escaped alg', '{"\\u0061lg":"HS\\u003256"}'],
      ['header with blanks', ' {\n"alg" : "HS256"\t}\r\n'],
      ['header with kid', '{"alg":"HS256","kid":"../../dev/null"}'],
      ['header with a kid of another shape', '{"alg":"HS256","kid":[1]}'],
      ['header with typ', '{"typ":"at+jwt","alg":"HS256"}'],
      ['header with a typ of another shape', '{"typ":null,"alg":"HS256"}'],
      ['header with cty', '{"cty":"JWT","alg":"HS256"}'],
      ['header with unknown members', '{"alg":"HS256","x5t":"a","zip":"DEF","b64":false,"enc":"none"}'],
      ['header of one name on two levels', '{"alg":"HS256","more":{"alg":"none"}}'],
    ].map(([what, header]): Case => [what as string, tokenOf(it.signer.key, header as string, `{${own}}`)]),
    ...[
      ['payload with blanks', ` { ${own} }\n`],
      ['payload with an escaped name', `{"api_key\\u005fname":"${it.signer.name}"}`],
      ['exp to come', `{${own},"exp":${time + HOUR}}`],
      ['exp with a fraction', `{${own},"exp":${time + HOUR}.25}`],
      ['exp with an exponent', `{${own},"exp":4e9}`],
      ['exp far away', `{${own},"exp":1e300}`],
      ['nbf past', `{${own},"nbf":${time - HOUR}}`],
      ['nbf with a fraction', `{${own},"nbf":${time - HOUR}.75}`],
      ['nbf zero', `{${own},"nbf":0}`],
      ['nbf negative', `{${own},"nbf":-1.5}`],
      ['a window that is open', `{${own},"nbf":${time - HOUR},"exp":${time + HOUR}}`],
      ['iat to come', `{${own},"iat":${time + HOUR}}`],
      ['one field on two levels of filters', `{${own},"filters":{"id":"a","all":[{"id":"a"}]}}`],
      ['text beyond ASCII', `{${own},"iss":"Zürich 東京 😀"}`],
      ...['iat', 'iss', 'aud', 'sub', 'jti'].flatMap((claim) =>
        anyShape.map((value) => [`${claim} ${value}`, `{${own},"${claim}":${value}}`]),
      ),
    ].map(
      ([what, payload]): Case => [what as string, tokenOf(it.signer.key, GOOD_HEADER, payload as string)],
    ),
    ['a long token', signedKey(it.signer, { iss: 'x'.repeat(20_000) })],
    ['a token close to the limit', signedKey(it.signer, { iss: 'x'.repeat(48_800) })],
  ];
  for (const [what, token] of cases) {
    for (const way of waysToSend(token)) {
      const answer = await searchWith(it, way);
      assert.equal(answer.status, 200, `${what}: ${answer.text}`);
      assert.equal(answer.json.results[0]?.id.raw, 'a', what);
    }
  }
  t.diagnostic(`${cases.length} tokens accepted`);
});

test('a token as long as a header line may be is accepted', async (t) => {
  const it = await world(t);
  // Three bytes make four characters, so the length can be met to within four.
  const shortest = signedKey(it.signer, { iss: '' }).length;
  const fill = Math.floor(((65_536 - 'Bearer '.length - shortest) * 3) / 4);
  const token = signedKey(it.signer, { iss: 'x'.repeat(fill) });
  assert.ok(token.length + 'Bearer '.length > 65_530 && token.length + 'Bearer '.length <= 65_536);
  assert.equal((await searchWith(it, { header: `Bearer ${token}` })).status, 200);
});

test('blanks that HTTP allows around a header do not belong to the token', async (t) => {
  const it = await world(t);
  const good = signedKey(it.signer);
  for (const header of [
    ` Bearer ${good}`,
    `Bearer ${good} `,
    `Bearer  ${good}`,
    `\tBearer\t${good}\t`,
    `${good}  `,
  ]) {
    assert.equal(
      (await searchWith(it, { header })).status,
      200,
      JSON.stringify(header.replace(good, '<token>')),
    );
  }
  assert.equal((await searchWith(it, { header: `bEaReR ${good}` })).status, 200);
});

test('a token dies with its key and comes back to life with nobody', async (t) => {
  const it = await world(t);
  const admin = (method: string, path: string, body?: unknown) =>
    it.service.call(method, path, { key: it.service.adminKey, body });
  const token = signedKey(it.signer);
  const status = async () => (await searchWith(it, { token })).status;

  assert.equal(await status(), 200);
  await admin('PUT', `/credentials/${it.signer.name}`, { read: false, write: true });
  assert.equal(await status(), 401, 'the key may no longer read');
  await admin('PUT', `/credentials/${it.signer.name}`, { read: true });
  assert.equal(await status(), 200, 'and may again');
  await admin('PUT', `/credentials/${it.signer.name}`, { engines: ['elsewhere'] });
  const elsewhere = await searchWith(it, { token });
  assert.deepEqual([elsewhere.status, elsewhere.json], [401, { errors: ['Unauthorized action.'] }]);
  await admin('DELETE', `/credentials/${it.signer.name}`);
  assert.equal(await status(), 401, 'the key is gone');
  await admin('POST', '/credentials', { name: it.signer.name, type: 'private' });
  const again = await searchWith(it, { token });
  assert.deepEqual([again.status, again.json], [401, REFUSAL], 'another key has its name');
});

test('exp and nbf count to the millisecond, without leeway', () => {
  const read = (claims: object) => {
    const key = readSignedKey(signedKey({ name: 'k', key: 's' }, { ...claims }));
    assert.ok(key);
    return key;
  };
  const until = read({ exp: 1000.5 });
  assert.deepEqual(
    [1000.499, 1000.5, 1000.501].map((at) => isCurrent(until, at)),
    [true, false, false],
  );
  const from = read({ nbf: 1000.5 });
  assert.deepEqual(
    [1000.499, 1000.5, 1000.501].map((at) => isCurrent(from, at)),
    [false, true, true],
  );
  const never = read({ nbf: 1000.5, exp: 1000.5 });
  assert.deepEqual(
    [1000.499, 1000.5, 1000.501].map((at) => isCurrent(never, at)),
    [false, false, false],
  );
});

const MUTATIONS = 10_000;

/** A token that differs from `token` by one to four small accidents. */
function mutated(token: string, random: Random): string {
  const alphabet = `${CODE}..==+/ \n\u00a0\u0000%"`;
  let text = token;
  for (let left = 1 + random.below(4); left > 0; left--) {
    const at = random.below(text.length);
    const to = at + random.below(Math.min(8, text.length - at)) + 1;
    const letter = random.pick([...alphabet]);
    const changes = [
      () => text.slice(0, at) + letter + text.slice(at + 1),
      () => text.slice(0, at) + letter + text.slice(at),
      () => text.slice(0, at) + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, to) + text.slice(at),
      () => text.slice(0, at) + [...text.slice(at, to)].reverse().join('') + text.slice(to),
      () => text.slice(0, at) + text.slice(at, to).toUpperCase() + text.slice(to),
      () => text.slice(to) + text.slice(0, to),
      () => text.slice(0, -1) + CODE[CODE.indexOf(text.at(-1) as string) ^ (1 + random.below(3))],
    ];
    text = random.pick(changes)();
    if (text === '') return '.';
  }
  return text;
}

test(`none of ${MUTATIONS} mutations of a good token is accepted`, (t) => {
  const random = new Random(announcedSeed('mutated signed search keys'));
  const secret = `private-${'k'.repeat(24)}`;
  const accepted = (token: string): boolean => {
    const key = readSignedKey(token);
    return key !== undefined && isSignedWith(key, secret);
  };
  const tokens = [
    signedKey({ name: 'reader', key: secret }),
    signedKey({ name: 'reader', key: secret }, { filters: { owner: '42' }, exp: 4e9 }, { alg: 'HS256' }),
    signedKey({ name: 'reader', key: secret }, { iss: '>>>???', result_fields: { title: {} } }),
  ];
  for (const token of tokens) assert.equal(accepted(token), true);

  let tried = 0;
  let readable = 0;
  while (tried < MUTATIONS) {
    const token = random.pick(tokens);
    const changed = mutated(token, random);
    if (tokens.includes(changed)) continue;
    tried += 1;
    if (readSignedKey(changed) !== undefined) readable += 1;
    assert.equal(accepted(changed), false, changed);
  }
  t.diagnostic(`${tried} mutations, ${readable} still readable, 0 accepted`);
});
