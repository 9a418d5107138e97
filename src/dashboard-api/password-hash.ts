import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

// 64 MB and about a quarter of a second: costly to guess, bearable at a sign-in.
const LOG_COST = 16;
const BLOCK_SIZE = 8;
const PARALLEL = 2;
const BYTES = 32;

interface Cost {
  readonly logCost: number;
  readonly blockSize: number;
  readonly parallel: number;
}

/** Runs in a thread of Node's own, so that requests pass meanwhile. */
function derive(password: string, salt: Buffer, { logCost, blockSize, parallel }: Cost): Promise<Buffer> {
  const N = 2 ** logCost;
  const options: ScryptOptions = { N, r: blockSize, p: parallel, maxmem: 129 * N * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** What is kept of a password: `scrypt$cost$block size$parallel$salt$hash`, so that the cost can grow later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const cost = { logCost: LOG_COST, blockSize: BLOCK_SIZE, parallel: PARALLEL };
  const hash = await derive(password, salt, cost);
  return [
    'scrypt',
    LOG_COST,
    BLOCK_SIZE,
    PARALLEL,
    salt.toString('base64url'),
    hash.toString('base64url'),
  ].join('$');
}

/** Whether a password is the one that was hashed. Without a hash it takes as long and says no. */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const [, logCost, blockSize, parallel, salt, hash] = (kept ?? NOBODY).split('$') as [string, ...string[]];
  const expected = Buffer.from(hash ?? '', 'base64url');
  const cost = { logCost: Number(logCost), blockSize: Number(blockSize), parallel: Number(parallel) };
  const got = await derive(password, Buffer.from(salt ?? '', 'base64url'), cost);
  return timingSafeEqual(got, expected) && kept !== undefined;
}

/** Stands in for a person who is not there: names must not show by how long an answer takes. */
const NOBODY = [
  'scrypt',
  LOG_COST,
  BLOCK_SIZE,
  PARALLEL,
  'bm9ib2R5',
  Buffer.alloc(BYTES).toString('base64url'),
].join('$');
