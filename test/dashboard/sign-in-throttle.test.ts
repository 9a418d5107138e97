import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SignInThrottle } from '../../src/dashboard-api/sign-in-throttle.ts';
import { findling } from '../support/command.ts';
import { Browser, PASSWORD, startDashboard } from '../support/dashboard.ts';

suite('wrong passwords', () => {
  test('delay further attempts after a few, even with the right password, and report the delay', async (t) => {
    const { service } = await startDashboard(t);
    const stranger = new Browser(service);
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await stranger.signIn('Ada', 'wrong password')).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401]);
    const refused = await stranger.signIn('Ada');
    assert.equal(refused.status, 429);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60);
    assert.deepEqual(refused.json, {
      errors: [`Too many attempts. Please try again in ${seconds} seconds.`],
    });
  });

  test('of an attacker do not lock the owner out, in a known browser or another one', async (t) => {
    const { owner, service } = await startDashboard(t);
    await owner.call('DELETE', '/session');
    const stranger = new Browser(service);
    for (let i = 0; i < 6; i++) await stranger.signIn('Ada', 'wrong password');
    assert.equal((await stranger.signIn('Ada')).status, 429);
    assert.equal((await owner.signIn('Ada')).status, 200);

    // Sign-in from a new browser at the attacker's address is still possible.
    const args = ['dashboard', 'reset-password', '--json', '--data', service.config.data];
    const { link } = JSON.parse((await findling(args)).stdout);
    const token = link.split('#')[1];
    const password = 'a brand new password';
    const fresh = await new Browser(service).call('POST', '/reset', { body: { token, password } });
    assert.equal(fresh.status, 200);
  });

  test('at the same time are all counted', async (t) => {
    const { service } = await startDashboard(t);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => new Browser(service).signIn('Ada', 'wrong password')),
    );
    assert.equal(answers.filter(({ status }) => status === 401).length, 5);
    assert.equal(answers.filter(({ status }) => status === 429).length, 7);
  });

  test('count for the address that the trusted proxy saw, whatever the client claims to be forwarded', async (t) => {
    const { service } = await startDashboard(t, { FINDLING_TRUST_PROXY: 'on' });
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      const headers = { 'x-forwarded-for': `198.51.100.${i}, 203.0.113.7` };
      const body = { login: 'Ada', password: 'wrong password' };
      statuses.push((await new Browser(service).call('POST', '/session', { body, headers })).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
  });

  test('for an unknown name are rejected and delayed like any other', async (t) => {
    const { service } = await startDashboard(t);
    const stranger = new Browser(service);
    for (let i = 0; i < 5; i++) assert.equal((await stranger.signIn('nobody')).status, 401);
    assert.equal((await stranger.signIn('nobody')).status, 429);
  });

  test('are delayed in a browser with a forged or foreign marker', async (t) => {
    const { owner, service, join } = await startDashboard(t);
    const bob = await join('Bob', 'analyst');
    const [name, mark] = [...bob.cookies].find(([it]) => it.includes('browser')) as [string, string];
    const eve = new Browser(service);
    for (let i = 0; i < 5; i++) await eve.signIn('Ada', 'wrong password');
    const ada = [...owner.cookies].find(([it]) => it === name)?.[1] as string;
    for (const made of [
      mark,
      `${ada}x`,
      ada.replace(/^./, (it) => (it === '0' ? '1' : '0')),
      'a.b.c',
      '',
      '...',
    ]) {
      eve.cookies.set(name, made);
      assert.equal((await eve.signIn('Ada')).status, 429, made);
    }
  });

  test('are delayed when changing the password too', async (t) => {
    const { owner } = await startDashboard(t);
    const change = (current: string) =>
      owner.call('POST', '/password', { body: { current, password: 'another password' } });
    for (let i = 0; i < 5; i++) assert.equal((await change('wrong password')).status, 400);
    assert.equal((await change(PASSWORD)).status, 429);
  });
});

suite('the delay', () => {
  test('doubles up to a minute, expires, and is reset after an hour', () => {
    let now = 1_000_000;
    const throttle = new SignInThrottle(() => now);
    const waits: number[] = [];
    for (let i = 0; i < 14; i++) {
      throttle.fail('x');
      waits.push(throttle.wait('x'));
    }
    assert.deepEqual(waits, [0, 0, 0, 0, 5, 10, 20, 40, 60, 60, 60, 60, 60, 60]);
    assert.equal(throttle.wait('y'), 0);
    now += 60_000;
    assert.equal(throttle.wait('x'), 0);
    throttle.fail('x');
    assert.equal(throttle.wait('x'), 60);
    now += 3_600_001;
    throttle.fail('x');
    assert.equal(throttle.wait('x'), 0);
  });

  test('ends with a success, and a success elsewhere undoes only its own attempt', () => {
    const throttle = new SignInThrottle(() => 0);
    for (let i = 0; i < 9; i++) throttle.fail('x');
    throttle.succeed('x');
    throttle.fail('x');
    assert.equal(throttle.wait('x'), 0);
    for (let i = 0; i < 6; i++) throttle.fail('place', 5);
    throttle.undoFailure('place');
    throttle.fail('place', 5);
    assert.equal(throttle.wait('place'), 10);
  });

  test('starts when the check ends', () => {
    let now = 0;
    const throttle = new SignInThrottle(() => now);
    for (let i = 0; i < 5; i++) throttle.fail('x');
    now += 4000;
    assert.equal(throttle.wait('x'), 1);
    throttle.restart('x');
    assert.equal(throttle.wait('x'), 5);
  });

  test('uses bounded memory', () => {
    const throttle = new SignInThrottle(() => 0);
    for (let i = 0; i < 6; i++) throttle.fail('first');
    assert.ok(throttle.wait('first') > 0);
    for (let i = 0; i < 10_000; i++) throttle.fail(`name ${i}`);
    assert.equal(throttle.wait('first'), 0);
  });
});
