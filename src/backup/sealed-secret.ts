import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import type { SealedSecret } from './format.ts';

/** 64 MB and about a fifth of a second per guess. Part of the format: a file cannot ask for more. */
const COST: ScryptOptions = { N: 2 ** 16, r: 8, p: 1, maxmem: 129 * 2 ** 16 * 8 };
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, COST, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/** Encrypts the instance secret with a passphrase. The context is authenticated: it opens in no other backup. */
export async function sealSecret(secret: string, passphrase: string, context: string): Promise<SealedSecret> {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt), nonce);
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { salt: salt.toString('base64url'), sealed: sealed.toString('base64url') };
}

/** The instance secret; undefined if the passphrase is wrong. */
export async function openSecret(
  { salt, sealed }: SealedSecret,
  passphrase: string,
  context: string,
): Promise<string | undefined> {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64url'));
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
