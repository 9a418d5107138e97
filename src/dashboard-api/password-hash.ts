import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

// scrypt with 64 MB and about a quarter of a second per check: expensive to guess, acceptable at sign-in.
const LOG_COST = 16;
const BLOCK_SIZE = 8;
const PARALLEL = 2;
const BYTES = 32;

interface Cost {
  readonly logCost: number;
  readonly blockSize: number;
  readonly parallel: number;
}

/** Runs on Node's thread pool, so that it does not block other requests. */
function derive(password: string, salt: Buffer, { logCost, blockSize, parallel }: Cost): Promise<Buffer> {
  const N = 2 ** logCost;
  const options: ScryptOptions = { N, r: blockSize, p: parallel, maxmem: 129 * N * blockSize };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** The stored form of a password, `scrypt$cost$block size$parallel$salt$hash`. The cost is part of it and can grow later. */
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

/** Whether a password matches its hash. Without a hash, takes as long and returns false. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, logCost, blockSize, parallel, salt, hash] = (stored ?? DUMMY_HASH).split('$') as [
    string,
    ...string[],
  ];
  const expected = Buffer.from(hash ?? '', 'base64url');
  const cost = { logCost: Number(logCost), blockSize: Number(blockSize), parallel: Number(parallel) };
  const got = await derive(password, Buffer.from(salt ?? '', 'base64url'), cost);
  return timingSafeEqual(got, expected) && stored !== undefined;
}

/** Checked for unknown names, so that the response time does not reveal which names exist. */
const DUMMY_HASH = [
  'scrypt',
  LOG_COST,
  BLOCK_SIZE,
  PARALLEL,
  'bm9ib2R5',
  Buffer.alloc(BYTES).toString('base64url'),
].join('$');
