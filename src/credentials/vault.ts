import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'findling', purpose, 32));

/**
 * Encrypts secrets at rest. Keys are derived from the instance secret (HKDF): one encrypts key values (AES-256-GCM), one
 * keys the hash by which they are found, one makes the check value that shows whether a secret belongs to the data, one
 * signs backups.
 *
 * A sealed value is base64url of: nonce (12 bytes), ciphertext, tag (16 bytes). Its context (account and key name) is
 * authenticated data, so a value that was moved to another row does not open.
 */
export class Vault {
  readonly #sealing: Buffer;
  readonly #finding: Buffer;
  readonly #signing: Buffer;
  /** Stored with the data; reveals nothing about the secret. */
  readonly checkValue: string;

  constructor(secret: string) {
    this.#sealing = derive(secret, 'seal');
    this.#finding = derive(secret, 'lookup');
    this.#signing = derive(secret, 'backup');
    this.checkValue = derive(secret, 'check').toString('base64url');
  }

  seal(value: string, context: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString('base64url');
  }

  open(sealed: string, context: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
  }

  /** The keyed hash by which a secret is found. */
  lookup(value: string): string {
    return createHmac('sha256', this.#finding).update(value).digest('base64url');
  }

  /** The signature of a backup's digest. */
  sign(digest: Uint8Array): string {
    return createHmac('sha256', this.#signing).update(digest).digest('base64url');
  }

  isSigned(digest: Uint8Array, signature: string): boolean {
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.sign(digest))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
