import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mock } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { startService } from '../src/main.ts';

/** The fixed time of all screenshots. */
export const NOW = Date.parse('2026-03-20T14:05:00Z');
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Replaces the service's random identifier, so that screenshots are reproducible. */
export const ACCOUNT = 'host-3f9k2q';
/** The id of a curation. */
export const CURATION = 'cur-5b11ac66c9f9292013220ad3';
export const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PASSWORD = 'granite and moss';

export interface Stage {
  readonly port: number;
  /** The session for the screenshots. */
  readonly cookie: { readonly name: string; readonly value: string };
  close(): Promise<void>;
}

/** A service with the two sample engines, some people and keys, as if it had been in use for a while. */
export async function setStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'findling-screenshots-'));
  const env = {
    FINDLING_PORT: '0',
    FINDLING_HOST: '127.0.0.1',
    FINDLING_DATA: folder,
    FINDLING_SAMPLE: 'off',
  };
  const at = (moment: number): void => mock.timers.setTime(moment);
  mock.timers.enable({ apis: ['Date'], now: NOW - 9 * DAY });
  const service = await startService(readConfig(env, {}), pino({ level: 'silent' }));
  const close = async (): Promise<void> => {
    await service.close();
    mock.timers.reset();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const port = service.addresses[0]?.port ?? 0;
    nameAccount(folder, 'default', ACCOUNT);
    const cookie = await play(port, service.setupToken ?? '', at);
    nameAccount(folder, 'bakery', 'host-8w2mzx');
    at(NOW);
    return { port, cookie, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function nameAccount(folder: string, name: string, hostIdentifier: string): void {
  const db = new DatabaseSync(join(folder, 'findling.sqlite'), { timeout: 5000 });
  db.prepare('update accounts set host_identifier = ? where name = ?').run(hostIdentifier, name);
  db.close();
}

/** The history of the service before the screenshots. */
async function play(port: number, token: string, at: (moment: number) => void) {
  const owner = caller(port);
  const person = (name: string) => ({ name, email: `${name.toLowerCase()}@example.org`, password: PASSWORD });
  await owner.call('POST', '/setup', { token, ...person('Frieda') });
  /** Sessions do not last for days. */
  const later = async (moment: number) => {
    at(moment);
    await owner.call('POST', '/session', { login: 'Frieda', password: PASSWORD });
  };
  const account = `/accounts/${ACCOUNT}`;
  const api = `${account}/as/v1`;

  await owner.call('POST', `${account}/samples`, { sample: 'national-parks' });
  for (const [name, role] of [
    ['Jonas', 'editor'],
    ['Mina', 'analyst'],
  ] as const) {
    const { path } = await owner.call('POST', `${account}/invitations`, { role });
    const invited = { token: String(path).split('#')[1], ...person(name) };
    await caller(port).call('POST', '/invitations/accept', invited);
  }
  await later(NOW - 3 * DAY);
  await owner.call('POST', `${account}/samples`, { sample: 'earthquakes' });
  await owner.call('POST', '/accounts', { name: 'bakery' });
  await owner.call('POST', `${api}/credentials`, {
    name: 'website',
    type: 'search',
    engines: ['national-parks-demo'],
  });
  await owner.call('POST', `${api}/credentials`, {
    name: 'nightly-import',
    type: 'private',
    read: false,
    write: true,
    engines: ['earthquakes-demo'],
  });
  await owner.call('POST', `${account}/invitations`, { role: 'editor', email: 'nora@example.org' });

  // As a configuration, which may state the id.
  await owner.call('PUT', `${api}/engines/national-parks-demo/configuration`, {
    version: 1,
    curations: [
      {
        id: CURATION,
        queries: ['volcano', 'volcanoes'],
        promoted: ['park_hawaii-volcanoes', 'park_lassen-volcanic'],
        hidden: ['park_crater-lake'],
      },
    ],
  });

  for (const synonyms of [
    ['volcano', 'lava', 'crater'],
    ['hiking', 'trekking', 'trail'],
    ['bison', 'buffalo'],
  ])
    await owner.call('POST', `${api}/engines/national-parks-demo/synonyms`, { synonyms });

  const judged = (query: string, grades: Readonly<Record<string, number>>) =>
    Object.entries(grades).map(([park, grade]) => ({ query, document_id: `park_${park}`, grade }));
  await owner.call('PUT', `${api}/engines/national-parks-demo/relevance/judgements`, {
    judgements: [
      ...judged('volcano', { 'hawaii-volcanoes': 3, 'lassen-volcanic': 3, 'crater-lake': 1, zion: 0 }),
      ...judged('cave', { 'wind-cave': 3, 'mammoth-cave': 3, 'carlsbad-caverns': 2 }),
      ...judged('granite', { yosemite: 3, acadia: 2 }),
    ],
  });

  await later(NOW - 5 * HOUR);
  const quakes = `${api}/engines/earthquakes-demo`;
  const stations = ['17', '4', 'Valparaíso', '32', 'unknown', '8'];
  await owner.call(
    'PATCH',
    `${quakes}/documents`,
    stations.map((station, index) => ({ id: `quake_00${index + 1}`, station })),
  );
  await owner.call('POST', `${quakes}/schema`, { station: 'number' });
  await later(NOW - HOUR);
  await owner.call('PATCH', `${quakes}/documents`, [{ id: 'quake_001', reviewed_by: 'Mina' }]);
  await visitSite(port, await keyOf(owner, api, 'website'), at);
  await later(NOW - 60_000);
  return owner.session();
}

async function keyOf(owner: ReturnType<typeof caller>, api: string, name: string): Promise<string> {
  const { key } = await owner.call('GET', `${api}/credentials/${name}`);
  return String(key);
}

/** Searches of visitors, for the API log; the last one is refused. */
async function visitSite(port: number, key: string, at: (moment: number) => void): Promise<void> {
  const engine = `http://127.0.0.1:${port}/api/as/v1/engines/national-parks-demo`;
  const asked = [
    { query: 'granite' },
    { query: 'caves', page: { size: 20 } },
    { query: 'glacier', filters: { states: 'Alaska' } },
    { query: 'dunes', sort: { height: 'desc' } },
  ];
  for (const [n, body] of asked.entries()) {
    at(NOW - (asked.length - n) * 7 * 60_000);
    await fetch(`${engine}/search`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
      },
      body: JSON.stringify(body),
    });
  }
  // Events are stored a moment later.
  await new Promise((resolve) => setTimeout(resolve, 1500));
}

/** A client of the dashboard's routes that keeps cookies. */
function caller(port: number) {
  const origin = `http://127.0.0.1:${port}`;
  const cookies = new Map<string, string>();
  return {
    async call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
      const answer = await fetch(`${origin}/dashboard/api${path}`, {
        method,
        headers: {
          origin,
          'content-type': 'application/json',
          'user-agent': USER_AGENT,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      for (const line of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) cookies.set(name, value);
      }
      return JSON.parse(text) as Record<string, unknown>;
    },
    session() {
      const found = [...cookies].find(([name]) => /^findling_[0-9a-f]{8}$/.test(name));
      if (found === undefined) throw new Error('There is no session to look at pages with.');
      return { name: found[0], value: found[1] };
    },
  };
}
