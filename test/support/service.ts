import type { TestContext } from 'node:test';
import { pino } from 'pino';
import type { Adapters } from '../../src/composition/adapters.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/main.ts';
import { temporaryFolder } from './folder.ts';

export { temporaryFolder };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body parsed as JSON, undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects.
  readonly json: any;
}

export interface CallOptions {
  /** A key or token for the Authorization header; no header if omitted or null. */
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A running service over real sockets, with the keys of its default account. */
export interface TestService {
  readonly baseUrl: string;
  readonly config: Config;
  readonly service: Service;
  readonly hostIdentifier: string;
  readonly privateKey: string;
  readonly searchKey: string;
  readonly adminKey: string;
  /** Log lines, at level debug. */
  readonly logLines: string[];
  /** Calls below /api/as/v1, by default with the private key. A string body is sent unchanged. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Creates an engine with a new name and returns the name. */
  engine(options?: { schema?: Record<string, string>; documents?: unknown[] }): Promise<string>;
  /** Waits until an engine is not reindexing. */
  settled(engine: string): Promise<void>;
  /** Closes the service and starts it again with the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const ADMIN_KEY = 'admin-testtesttesttesttesttest';

/** Starts a service for one test and closes it when the test ends. */
export async function startTestService(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string> = {},
  adapters?: Adapters,
): Promise<TestService> {
  // Registered before the folder is deleted: closing writes files.
  let close = async () => {};
  t.after(() => close());
  const env = {
    FINDLING_PORT: '0',
    FINDLING_HOST: '127.0.0.1',
    FINDLING_DATA: settings.FINDLING_DATA ?? temporaryFolder(t),
    FINDLING_SAMPLE: 'off',
    FINDLING_ADMIN_KEY: ADMIN_KEY,
    ...settings,
  };
  if (process.env.TEST_STORE === 'postgres' && !('FINDLING_DATABASE_URL' in env)) {
    const { newDatabase } = await import('../services/postgres.ts');
    Object.assign(env, { FINDLING_DATABASE_URL: (await newDatabase(t)).url });
  }
  const config = readConfig(env, {});
  const logLines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => logLines.push(line) });
  let service = await startService(config, log, adapters);
  close = () => service.close();
  const first = service.firstAccount;
  const valueOfKey = (name: string) => first?.keys.find((key) => key.name === name)?.value ?? '';
  const privateKey = valueOfKey('private-key');
  const url = () => `http://127.0.0.1:${service.addresses[0]?.port}`;
  let engines = 0;

  const call: TestService['call'] = async (method, path, options = {}) => {
    const key = options.key === undefined ? privateKey : options.key;
    return request(`${url()}/api/as/v1${path}`, method, { ...options, key });
  };
  const settled = async (engine: string) => {
    for (;;) {
      const { json } = await call('GET', `/engines/${engine}/schema/reindex`);
      if (json.state === 'idle') return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  return {
    get baseUrl() {
      return url();
    },
    config,
    get service() {
      return service;
    },
    hostIdentifier: service.defaultAccount.hostIdentifier,
    privateKey,
    searchKey: valueOfKey('search-key'),
    adminKey: valueOfKey('admin-key'),
    logLines,
    call,
    settled,
    async engine({ schema, documents = [] } = {}) {
      const name = `engine-${++engines}`;
      await call('POST', '/engines', { body: { name } });
      if (schema) await call('POST', `/engines/${name}/schema`, { body: schema });
      for (let from = 0; from < documents.length; from += 100) {
        await call('POST', `/engines/${name}/documents`, { body: documents.slice(from, from + 100) });
      }
      await settled(name);
      return name;
    },
    async restart() {
      await service.close();
      service = await startService(config, log, adapters);
    },
    close: () => service.close(),
  };
}

/** Sends one request. GET and DELETE may have bodies, which `fetch` refuses. */
export async function request(
  url: string,
  method: string,
  { key, body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const { request: send } = await import('node:http');
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = send(
      url,
      {
        method,
        headers: {
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
          ...(key != null && { authorization: `Bearer ${key}` }),
          ...headers,
        },
      },
      async (incoming) => {
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of incoming) chunks.push(chunk as Buffer);
        } catch (error) {
          reject(error);
          return;
        }
        const answer = Buffer.concat(chunks).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: new Headers(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          ),
          text: answer,
          json: isJson(answer) ? JSON.parse(answer) : undefined,
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
