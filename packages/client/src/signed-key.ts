import type { Fields } from './documents.ts';
import type { Facets, Filters, ResultFields, SearchedFields, SearchOptions } from './search.ts';

/** The key that signs: a private key with read access, or a search key. */
export interface SigningKey {
  readonly name: string;
  /** Its value. It must stay on your server. */
  readonly key: string;
}

/** What a signed search key permits. Times are seconds since 1970. */
export type Restrictions<F extends Fields = Fields> = Omit<
  SearchOptions<F>,
  'facets' | 'filters' | 'result_fields' | 'search_fields'
> & {
  readonly query?: string;
  /** Added to the filters of every search. */
  readonly filters?: Filters<F>;
  /** Only these fields are searched. */
  readonly search_fields?: SearchedFields<F>;
  /** Only these fields are returned. */
  readonly result_fields?: ResultFields<F>;
  /** Only these fields can be counted; `{}` for none. */
  readonly facets?: Facets<F>;
  readonly exp?: number;
  readonly nbf?: number;
  readonly iat?: number;
  readonly sub?: string;
  readonly jti?: string;
};

const encoder = new TextEncoder();

const base64url = (bytes: Uint8Array): string => {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
};

const part = (value: unknown): string =>
  base64url(
    encoder.encode(
      JSON.stringify(value, (name, member) => {
        // JSON drops such members, and with a filter its restriction.
        if (member === undefined)
          throw new TypeError(`The restriction ${JSON.stringify(name)} is undefined.`);
        return member;
      }),
    ),
  );

/**
 * Makes a signed search key (HS256) with Web Crypto, on a server or in an edge function: a browser must not have the key
 * that signs.
 */
export async function signSearchKey<F extends Fields = Fields>(
  { name, key }: SigningKey,
  restrictions: Restrictions<F> = {},
): Promise<string> {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...restrictions, api_key_name: name })}`;
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) throw new TypeError('Web Crypto is only available over HTTPS and on localhost.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
  const signature = await subtle.sign('HMAC', secret, encoder.encode(text));
  return `${text}.${base64url(new Uint8Array(signature))}`;
}
