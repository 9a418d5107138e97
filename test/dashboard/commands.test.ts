import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findling, start } from '../support/command.ts';
import { alterData, Browser, PASSWORD, startDashboard } from '../support/dashboard.ts';
import { request, startTestService, temporaryFolder } from '../support/service.ts';

const USAGE = 'Usage: `findling dashboard link` or `findling dashboard reset-password [NAME]`.\n';

suite('the banner', () => {
  test('shows the set-up link until the dashboard is set up', async (t) => {
    const settings = {
      FINDLING_DATA: join(temporaryFolder(t), 'data'),
      FINDLING_SAMPLE: 'off',
      FINDLING_LOG_LEVEL: 'debug',
    };
    const first = await start(t, { settings });
    const [, link = ''] =
      /Set up the dashboard with this link \(it works once\):\n\s+(\S+)\n/.exec(first.output()) ?? [];
    assert.ok(link.startsWith(`${first.baseUrl}/setup#`), first.output());
    assert.match(first.output(), /Dashboard {9}(http:|not built: run "npm ci")/);
    const token = link.split('#')[1] as string;
    const made = await request(`${first.baseUrl}/dashboard/api/setup`, 'POST', {
      body: { token, name: 'Ada', password: PASSWORD },
      headers: { origin: first.baseUrl },
    });
    assert.equal(made.status, 200, made.text);
    first.child.kill('SIGTERM');
    const { stdout } = await first.ended;
    const log = stdout.split('\n').filter((line) => line.startsWith('{'));
    assert.ok(log.length > 0 && !log.join('').includes(token), 'the token stands in the banner alone');

    const second = await start(t, { settings, args: ['--json'] });
    assert.doesNotMatch(second.output(), /setup/);
  });

  test('as JSON has the link too', async (t) => {
    const data = join(temporaryFolder(t), 'data');
    const settings = { FINDLING_DATA: data, FINDLING_SAMPLE: 'off', FINDLING_LOG_LEVEL: 'silent' };
    const running = await start(t, { settings, args: ['--json'] });
    assert.match(running.output(), /"dashboard_setup": "http:\/\/localhost:\d+\/setup#[\w-]{43}"/);
  });
});

suite('findling dashboard', () => {
  test('link creates a new set-up link and invalidates the old one', async (t) => {
    const service = await startTestService(t);
    const old = service.service.setupToken;
    const { stdout, code } = await findling([
      'dashboard',
      'link',
      '--data',
      service.config.data,
      '--port',
      '3002',
    ]);
    assert.equal(code, 0);
    const [, token] = /^ {2}http:\/\/localhost:3002\/setup#([\w-]{43})$/m.exec(stdout) ?? [];
    const setUp = (used: string | undefined) =>
      new Browser(service).call('POST', '/setup', { body: { token: used, name: 'Ada', password: PASSWORD } });
    assert.equal((await setUp(old)).status, 410);
    assert.equal((await setUp(token)).status, 200);
    const late = await findling(['dashboard', 'link', '--data', service.config.data]);
    assert.deepEqual([late.code, late.stderr], [1, 'The dashboard is already set up. Please sign in.\n']);
  });

  test('reset-password creates a reset link that works once and ends all sessions', async (t) => {
    const { owner, service } = await startDashboard(t);
    const reset = () => findling(['dashboard', 'reset-password', '--json', '--data', service.config.data]);
    const first = JSON.parse((await reset()).stdout);
    const second = JSON.parse((await reset()).stdout);
    assert.equal(second.name, 'Ada');
    assert.match(second.link.replace(service.baseUrl, 'BASE'), /^BASE\/reset#[\w-]{43}$/);
    const tokenOf = ({ link }: { link: string }) => link.split('#')[1];
    const browser = new Browser(service);
    const use = (token: string | undefined, password: string) =>
      browser.call('POST', '/reset', { body: { token, password } });
    assert.equal((await use(tokenOf(first), 'a new password')).status, 410, 'a newer one has replaced it');
    const seen = await browser.call('POST', '/links/inspect', { body: { token: tokenOf(second) } });
    assert.deepEqual(seen.json, { purpose: 'reset', name: 'Ada' });
    const short = await use(tokenOf(second), 'short');
    assert.deepEqual([short.status, Object.keys(short.json.fields)], [400, ['password']]);
    // Until it is used, nothing changes.
    assert.equal((await owner.call('GET', '/sessions')).status, 200);
    const done = await use(tokenOf(second), 'a new password');
    assert.deepEqual([done.status, done.json.person.name], [200, 'Ada']);
    assert.equal((await owner.call('GET', '/sessions')).status, 401);
    assert.equal((await browser.call('GET', '/sessions')).status, 200);
    assert.equal((await new Browser(service).signIn('Ada')).status, 401);
    assert.equal((await new Browser(service).signIn('Ada', 'a new password')).status, 200);
    const again = await use(tokenOf(second), 'yet another password');
    assert.deepEqual(again.json, { errors: ['This link has already been used. It works only once.'] });
    const lines = (await browser.account('GET', '/audit')).json.results.filter(
      (line: { action: string }) => line.action === 'password.reset',
    );
    assert.deepEqual(
      lines.slice(0, 2).map((line: { person: string; action: string }) => [line.person, line.action]),
      [
        ['Ada', 'password.reset'],
        ['command line', 'password.reset'],
      ],
    );
  });

  test('links have the address of the running service, or the one that the settings name', async (t) => {
    const settings = { FINDLING_DATA: join(temporaryFolder(t), 'data'), FINDLING_SAMPLE: 'off' };
    const running = await start(t, { settings });
    const linkOf = async (args: readonly string[] = [], more: Record<string, string> = {}) => {
      const { stdout, code } = await findling(['dashboard', 'link', ...args], { ...settings, ...more });
      assert.equal(code, 0);
      const [, link = '', , rest = ''] = /\n {2}(\S+#[\w-]{43})(\n([\s\S]*))$/.exec(stdout) ?? [];
      return [link.replace(/#.*$/, ''), rest.trim()];
    };
    assert.deepEqual(await linkOf(), [`${running.baseUrl}/setup`, '']);
    assert.deepEqual(await linkOf(['--port', '4000']), ['http://localhost:4000/setup', '']);
    assert.deepEqual(await linkOf(['--url', 'https://search.example.com/']), [
      'https://search.example.com/setup',
      '',
    ]);

    // Killed, so that its address stays in the data folder.
    running.child.kill('SIGKILL');
    await running.ended;
    const advice = 'Put the address of the service in front of it, such as https://search.example.com.';
    assert.deepEqual(await linkOf(), ['/setup', advice]);
    assert.deepEqual(await linkOf([], { FINDLING_PORT: '4000' }), ['http://localhost:4000/setup', '']);
  });

  test('a reset link expires after an hour', async (t) => {
    const { service } = await startDashboard(t);
    const args = ['dashboard', 'reset-password', '--json', '--data', service.config.data];
    const { link } = JSON.parse((await findling(args)).stdout);
    alterData(service, `update links set expires_at = expires_at - 3600001 where purpose = 'reset'`);
    const answer = await new Browser(service).call('POST', '/reset', {
      body: { token: link.split('#')[1], password: 'a new password' },
    });
    assert.deepEqual(
      [answer.status, answer.json],
      [410, { errors: ['This link has expired. Please ask for a new one.'] }],
    );
  });

  test('reset-password accepts a name, and reports an unknown one', async (t) => {
    const { service, join } = await startDashboard(t);
    await join('Bob Böhm', 'analyst');
    const data = ['--data', service.config.data];
    const { stdout } = await findling(['dashboard', 'reset-password', 'bob böhm', ...data]);
    assert.match(stdout, /^Password reset link for Bob Böhm \(works once, expires in an hour\):\n/);
    const nobody = await findling(['dashboard', 'reset-password', 'Eve', ...data]);
    assert.deepEqual([nobody.code, nobody.stderr], [1, 'There is no person "Eve".\n']);
    const fresh = await startTestService(t);
    const early = await findling(['dashboard', 'reset-password', '--data', fresh.config.data]);
    assert.deepEqual(
      [early.code, early.stderr],
      [1, 'The dashboard is not set up yet. Run `findling dashboard link` to create a set-up link.\n'],
    );
  });

  test('other arguments get the usage', async () => {
    for (const words of [[], ['open'], ['link', 'x'], ['reset-password', 'a', 'b']]) {
      const { code, stderr } = await findling(['dashboard', ...words]);
      assert.deepEqual([code, stderr], [2, USAGE], words.join(' '));
    }
  });
});
