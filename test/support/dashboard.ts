import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import type { NewInvitation, Role } from '../../src/dashboard-api/types.ts';
import './cheap-passwords.ts';
import { type Answer, type CallOptions, request, startTestService, type TestService } from './service.ts';
import { sharedService } from './shared-service.ts';

export const PASSWORD = 'correct horse battery staple';

/** What the server sees of a browser: cookies and an Origin header. */
export class Browser {
  readonly #service: TestService;
  readonly cookies = new Map<string, string>();

  constructor(service: TestService) {
    this.#service = service;
  }

  /** Calls below /dashboard/api. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(`${this.#service.baseUrl}/dashboard/api${path}`, method, {
      ...options,
      headers: {
        ...(method !== 'GET' && { origin: this.#service.baseUrl }),
        ...(cookie !== '' && { cookie }),
        'user-agent': 'Test/1.0',
        ...options.headers,
      },
    });
    this.#keep(answer.headers.get('set-cookie') ?? '');
    return answer;
  }

  /** Calls the App Search API of the default account through the dashboard. */
  data(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return this.call(method, `/accounts/${this.#service.hostIdentifier}/as/v1${path}`, options);
  }

  /** Calls below /dashboard/api/accounts/ of the default account. */
  account(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return this.call(method, `/accounts/${this.#service.hostIdentifier}${path}`, options);
  }

  signIn(login: string, password = PASSWORD): Promise<Answer> {
    return this.call('POST', '/session', { body: { login, password } });
  }

  /** Name and value of the session cookie. */
  get session(): readonly [string, string] | undefined {
    return [...this.cookies].find(([name]) => /^findling_[0-9a-f]{8}$/.test(name));
  }

  #keep(header: string): void {
    for (const cookie of header.split(/,(?=findling_)/)) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
      if (name === undefined || value === undefined) continue;
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

export interface TestDashboard {
  readonly service: TestService;
  readonly owner: Browser;
  /** Invites a person to an account (by default the default one) and returns their browser, signed in. */
  join(name: string, role: Role, hostIdentifier?: string): Promise<Browser>;
  invite(role: Role, hostIdentifier?: string): Promise<{ readonly token: string; readonly id: string }>;
}

/** A service whose dashboard the owner `Ada` has set up. */
export async function startDashboard(
  t: TestContext,
  settings: Record<string, string> = {},
): Promise<TestDashboard> {
  return setUp(await startTestService(t, settings));
}

let shared: Promise<TestDashboard> | undefined;

/**
 * One dashboard for all tests of a file: hashing a password is slow on purpose. For tests that create their own engines
 * and do not depend on the list of engines, keys, people or sessions.
 */
export function sharedDashboard(): Promise<TestDashboard> {
  shared ??= sharedService().then(setUp);
  return shared;
}

async function setUp(service: TestService): Promise<TestDashboard> {
  const owner = new Browser(service);
  const made = await owner.call('POST', '/setup', {
    body: {
      token: service.service.setupToken,
      name: 'Ada',
      email: 'ada@example.org',
      password: PASSWORD,
    },
  });
  assert.equal(made.status, 200, made.text);
  const invite: TestDashboard['invite'] = async (role, hostIdentifier = service.hostIdentifier) => {
    const path = `/accounts/${hostIdentifier}/invitations`;
    const invited = await owner.call('POST', path, { body: { role } });
    assert.equal(invited.status, 200, invited.text);
    const invitation: NewInvitation = invited.json;
    return { token: invitation.path.split('#')[1] as string, id: invitation.id };
  };
  return {
    service,
    owner,
    invite,
    async join(name, role, hostIdentifier) {
      const { token } = await invite(role, hostIdentifier);
      const browser = new Browser(service);
      const body = { token, name, password: PASSWORD };
      const joined = await browser.call('POST', '/invitations/accept', { body });
      assert.equal(joined.status, 200, joined.text);
      return browser;
    },
  };
}

/** Changes the database while the service runs, for states that would otherwise take hours to reach. */
export function alterData({ config }: TestService, sql: string): void {
  const db = new DatabaseSync(join(config.data, 'findling.sqlite'), { timeout: 5000 });
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}
