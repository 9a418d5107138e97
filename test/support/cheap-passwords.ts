import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/*
 * A service in this process hashes passwords at a 64th of the cost: the usual one is a third of a second of processor
 * time, on purpose, and tests sign in hundreds of times. The stored form, which names the usual cost, stays the same.
 */

const { scrypt } = crypto;
type Derived = Parameters<typeof scrypt>[4];

crypto.scrypt = ((password: string, salt: Buffer, bytes: number, options: ScryptOptions, derived: Derived) =>
  scrypt(password, salt, bytes, { ...options, N: (options.N as number) / 64 }, derived)) as typeof scrypt;
syncBuiltinESMExports();
