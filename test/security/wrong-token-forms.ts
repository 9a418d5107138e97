import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { base64url, hmac, sealed, signedKey, tokenOf } from '../support/signed-key.ts';
import { type Case, CODE, GOOD_HEADER, type Signers } from './token-case.ts';

/** Cases by signing key. */
export function signerCases(it: Signers): Case[] {
  const claim = (name: string) => JSON.stringify({ api_key_name: name });
  const under = (secret: string, name = it.signer.name) => tokenOf(secret, GOOD_HEADER, claim(name));
  const { key } = it.signer;
  return [
    ['signed by an admin key', signedKey(it.admin)],
    ['signed by a private key that may not read', signedKey(it.writer)],
    ['signed by a deleted key', signedKey(it.deleted)],
    ['signed by a key that was deleted and made again', signedKey(it.before)],
    ['signed by a key of another account', signedKey(it.stranger)],
    ['signed by a key of another account in the name of a key of this account', under(it.stranger.key)],
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

/** The same bytes in another encoding, with unused bits set. */
function looseBits(text: string): string[] {
  const loose = { 2: 16, 3: 4 }[text.length % 4];
  if (loose === undefined) return [];
  const last = CODE.indexOf(text.at(-1) as string);
  return Array.from({ length: loose - 1 }, (_, bits) => text.slice(0, -1) + CODE[last + bits + 1]);
}

/** Encodings in base64url that are not canonical; the signature is that of the text as sent. */
export function encodingCases({ signer }: Signers): Case[] {
  const { key } = signer;
  // Lengths that leave unused bits in both parts, and a payload whose encoding has both - and _.
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

/** Cases by parts and dots. */
export function shapeCases({ signer }: Signers): Case[] {
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
