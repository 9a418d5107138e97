import { generateKeyPairSync, sign } from 'node:crypto';
import { base64url, hmac, sealed, tokenOf } from '../support/signed-key.ts';
import { type Case, GOOD_HEADER, HOUR, now, type Signers } from './token-case.ts';

/** Names of algorithms, and other values in their place. */
export function algorithmCases({ signer }: Signers): Case[] {
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

/** Public keys that an attacker knows, used as a secret and as public keys. */
export function publicKeyCases({ signer }: Signers): Case[] {
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

/** Headers as text, all with a valid signature. */
export function headerCases({ signer }: Signers): Case[] {
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

/** Payloads as text, all with a valid signature. */
export function payloadCases({ signer, full }: Signers): Case[] {
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
