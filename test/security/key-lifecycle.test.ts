import assert from 'node:assert/strict';
import test from 'node:test';
import { Accounts } from '../../src/accounts/accounts.ts';
import { Credentials } from '../../src/credentials/credentials.ts';
import { parseKeyRequest } from '../../src/credentials/key-request.ts';
import { Vault } from '../../src/credentials/vault.ts';
import { Revocations } from '../../src/signed-keys/revocations.ts';
import { withCachedRecords } from '../../src/store/cached-records.ts';
import type { Revocation } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { signedKey } from '../support/signed-key.ts';

// Random keys and tokens are created, rotated, expired, revoked and deleted, with a clock that also goes back, and across
// restarts. After each step every token must be accepted or refused as a naive model says, by the process that made the
// change and by another one on the same data.

interface ModelKey {
  value: string;
  previous: { readonly value: string; readonly until: number } | null;
  expiresAt: number | null;
}
interface ModelToken {
  readonly text: string;
  readonly keyName: string;
  /** The value of the key when the token was signed. */
  readonly value: string;
  readonly jti: string | null;
  readonly sub: string | null;
  readonly iat: number | null;
  readonly exp: number | null;
}

/** All that decides about a token, in the plainest form. */
class Model {
  readonly keys = new Map<string, ModelKey>();
  readonly revocations: Revocation[] = [];

  accepts(name: string, value: string, now: number): boolean {
    const key = this.keys.get(name);
    if (key === undefined || (key.expiresAt !== null && now >= key.expiresAt)) return false;
    const { previous } = key;
    return key.value === value || (previous !== null && previous.value === value && now < previous.until);
  }

  acceptsToken({ keyName, value, jti, sub, iat, exp }: ModelToken, now: number): boolean {
    if (exp !== null && now / 1000 >= exp) return false;
    const isRevoked = this.revocations.some(
      (revocation) =>
        (revocation.jti === null || revocation.jti === jti) &&
        (revocation.sub === null || revocation.sub === sub) &&
        (revocation.keyName === null || revocation.keyName === keyName) &&
        (revocation.issuedBefore === null || 1000 * (iat ?? 0) < revocation.issuedBefore),
    );
    return !isRevoked && this.accepts(keyName, value, now);
  }

  /** A start removes previous values whose overlap is over. */
  restart(now: number): void {
    for (const key of this.keys.values()) {
      if (key.previous !== null && key.previous.until <= now) key.previous = null;
    }
  }
}

const START = Date.parse('2030-01-01T00:00:00Z');
const HOUR = 3_600_000;
const USUAL_STEPS = 400;

const sameTarget = (a: Revocation, b: Revocation): boolean =>
  a.jti === b.jti && a.sub === b.sub && a.keyName === b.keyName;

test('rotation, expiry and revocation refuse exactly the tokens of a model', async (t) => {
  const seed = announcedSeed('the life of keys');
  const random = new Random(seed);
  const folder = temporaryFolder(t);
  const vault = new Vault('a secret that is long enough to be one');
  const clock = { now: START };
  const processes: Array<{ credentials: Credentials; revocations: Revocations; close(): Promise<void> }> = [];
  const open = async () => {
    const store = withCachedRecords(await openSqliteStore(folder, { create: true, writer: 'inline' }));
    const credentials = new Credentials(store, vault, () => clock.now);
    await credentials.uses.watch();
    const close = async () => {
      await credentials.uses.close();
      await store.close();
    };
    processes.push({ credentials, revocations: new Revocations(store), close });
    return store;
  };
  const closeAll = async () => {
    for (const { close } of processes.splice(0)) await close();
  };
  t.after(closeAll);
  const { account } = await new Accounts(await open(), vault, 'localhost').create('books');
  await open();

  const model = new Model();
  const values = new Map<string, string>();
  const tokens: ModelToken[] = [];
  const someProcess = () => random.pick(processes);
  const someKey = () => random.pick([...model.keys.keys()]);
  const maybe = <T>(value: T): T | null => (random.below(2) === 0 ? value : null);
  /** Seconds since 1970, in steps of ten minutes: times of issue and of revocations are often equal. */
  const recently = () => 600 * (Math.floor(clock.now / 600_000) - random.below(8));
  const counts = { accepted: 0, refused: 0 };

  const create = async () => {
    const name = `k${random.below(6)}`;
    if (model.keys.has(name)) return;
    const ahead = maybe(clock.now + 1 + random.below(10 * HOUR));
    const expires_at = ahead === null ? null : new Date(ahead).toISOString();
    const request = parseKeyRequest({ name, type: 'search', expires_at }, clock.now);
    const { key } = await someProcess().credentials.create(account.id, request);
    model.keys.set(name, { value: key, previous: null, expiresAt: ahead });
    values.set(key, name);
  };
  const steps: ReadonlyArray<() => Promise<void> | void> = [
    create,
    create,
    async function remove() {
      if (random.below(4) > 0) return;
      const name = someKey();
      await someProcess().credentials.delete(account.id, name);
      model.keys.delete(name);
    },
    async function rotate() {
      const name = someKey();
      const overlap = random.pick([0, 1, HOUR, 30 * 24 * HOUR]);
      const { key } = await someProcess().credentials.rotate(account.id, name, overlap);
      const before = model.keys.get(name) as ModelKey;
      const previous = overlap === 0 ? null : { value: before.value, until: clock.now + overlap };
      model.keys.set(name, { ...before, value: key, previous });
      values.set(key, name);
    },
    async function expire() {
      const name = someKey();
      const expiresAt = maybe(clock.now + 1 + random.below(2 * HOUR));
      const expires_at = expiresAt === null ? null : new Date(expiresAt).toISOString();
      const request = parseKeyRequest({ expires_at }, clock.now);
      await someProcess().credentials.update(account.id, name, request);
      (model.keys.get(name) as ModelKey).expiresAt = expiresAt;
    },
    function sign() {
      for (let count = 0; count < 3; count++) {
        const keyName = someKey();
        const { value, previous } = model.keys.get(keyName) as ModelKey;
        const secret = previous !== null && random.below(3) === 0 ? previous.value : value;
        const seconds = Math.floor(clock.now / 1000);
        const token = {
          jti: maybe(`j${random.below(3)}`),
          sub: maybe(`s${random.below(3)}`),
          iat: maybe(recently()),
          exp: maybe(seconds + random.below(7200)),
        };
        const claims = Object.fromEntries(Object.entries(token).filter(([, claim]) => claim !== null));
        const text = signedKey({ name: keyName, key: secret }, { ...claims, filters: { n: tokens.length } });
        tokens.push({ ...token, text, keyName, value: secret });
      }
    },
    async function revoke() {
      const again = random.below(2) === 0 ? model.revocations.at(-1) : undefined;
      const revocation: Revocation = {
        jti: maybe(`j${random.below(3)}`),
        sub: maybe(`s${random.below(3)}`),
        keyName: maybe(`k${random.below(6)}`),
        ...again,
        issuedBefore: random.below(5) > 0 ? 1000 * recently() : null,
      };
      if (revocation.jti === null && revocation.sub === null && revocation.issuedBefore === null) return;
      await someProcess().revocations.add(account.id, revocation);
      model.revocations.push(revocation);
    },
    async function unrevoke() {
      const { revocations } = someProcess();
      const { results } = await revocations.page(account.id, { offset: 0, limit: 1000 });
      const gone = results.length === 0 ? undefined : random.pick(results);
      if (gone === undefined) return;
      await revocations.deleteById(account.id, String(gone.id));
      const kept = model.revocations.filter((one) => !sameTarget(one, gone));
      model.revocations.splice(0, model.revocations.length, ...kept);
    },
    function advance() {
      clock.now += random.below(HOUR);
    },
    function setBack() {
      if (random.below(3) === 0) clock.now = Math.max(START, clock.now - random.below(2 * HOUR));
    },
    async function restart() {
      if (random.below(3) > 0) return;
      await closeAll();
      await open();
      await open();
      model.restart(clock.now);
    },
  ];

  const check = async (what: string) => {
    for (const [index, { credentials }] of processes.entries()) {
      const isAccepted = async (text: string) =>
        (await credentials.authenticate(account, text)) !== undefined;
      for (const [value, name] of values) {
        const expected = model.accepts(name, value, clock.now);
        assert.equal(await isAccepted(value), expected, `${what}: value of ${name} in process ${index}`);
      }
      for (const token of tokens) {
        const expected = model.acceptsToken(token, clock.now);
        counts[expected ? 'accepted' : 'refused']++;
        const { text: _, value: __, ...shown } = token;
        const where = `${what}: ${JSON.stringify(shown)} in process ${index}`;
        assert.equal(await isAccepted(token.text), expected, where);
      }
    }
  };

  const most = repetitions('STEPS', USUAL_STEPS);
  for (let step = 0; step < most; step++) {
    const run = model.keys.size === 0 ? create : random.pick(steps);
    await run();
    // The oldest are dropped, so that a long run does not slow down.
    tokens.splice(0, tokens.length - 40);
    for (const value of [...values.keys()].slice(0, -20)) values.delete(value);
    await check(`step ${step}, ${run.name}, seed ${seed}`);
  }
  t.diagnostic(`${counts.accepted} tokens accepted, ${counts.refused} refused`);
  // In the few steps of a quick run, no token may have been accepted.
  if (most >= USUAL_STEPS) assert.ok(counts.accepted > 0 && counts.refused > 0);
});
