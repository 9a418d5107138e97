import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { parseArgs } from 'node:util';
import { ConfigError, flagOptions, readConfig, settingsTable } from '../src/config.ts';

const SECRETS = {
  FINDLING_SECRET: 'correct-horse-battery-staple-0123456789',
  FINDLING_PRIVATE_KEY: 'private-abcdefghij0123456789',
  FINDLING_SEARCH_KEY: 'search-ABCDEFGHIJ_-012345',
  FINDLING_ADMIN_KEY: 'admin-abcdefghij012345',
  FINDLING_DASHBOARD_PASSWORD: 'twelve chars',
  FINDLING_DATABASE_URL: 'postgres://findling:hunter2@db.example.com/findling?sslmode=verify-full',
  FINDLING_SEARCH_URL: 'http://a:9200,http://user:pass-word@b:9200/',
  FINDLING_OLD_KEY: 'api-0123456789abcdefghijklmn',
  FINDLING_OLD_ADMIN_KEY: 'admin-0123456789abcdefghijklmn',
  FINDLING_OLD_ELASTICSEARCH_URL: 'https://elastic:pass-word@es.example.com:9243/',
  FINDLING_METRICS_TOKEN: 'metrics-token-0123456789',
  FINDLING_SHADOW_KEY: 'search-old-service',
  FINDLING_COMPARE_LEFT_KEY: 'private-old-service',
  FINDLING_COMPARE_RIGHT_KEY: 'private-new-service',
  FINDLING_BACKUP_PASSPHRASE: 'a passphrase',
  FINDLING_BACKUP_S3_ACCESS_KEY: 'AKIAEXAMPLE',
  FINDLING_BACKUP_S3_SECRET_KEY: 'secret/key+of=storage',
};

const NO_BACKUPS = {
  every: { kind: 'interval', length: 24 * 3_600_000 },
  keep: 7,
  s3: { region: 'us-east-1' },
};

const refusal = (env: Record<string, string>, flags: Record<string, string> = {}): string => {
  try {
    readConfig(env, flags);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail(`${JSON.stringify({ env, flags })} was not refused`);
};

test('without any setting the service has its defaults', () => {
  assert.deepEqual(readConfig({}, {}), {
    port: 3002,
    host: 'localhost',
    data: './data',
    domain: 'localhost',
    trustProxy: false,
    databaseConnections: 10,
    searchShards: 1,
    signedKeys: 'compatible',
    queryLimit: 128,
    searchTimeout: 10,
    elasticsearchSearch: true,
    rateLimit: 'off',
    connections: 2000,
    workers: Math.max(1, availableParallelism() - 1),
    memory: readConfig({ FINDLING_MEMORY: 'auto' }, {}).memory,
    analyticsDays: 180,
    apiLogDays: 7,
    apiLogBytes: 256 * 2 ** 20,
    sample: true,
    logLevel: 'info',
    shadowShare: 0.01,
    compareKeys: {},
    backup: NO_BACKUPS,
    metrics: 'off',
    tracesShare: 0.01,
    tracesFollow: false,
    provision: {},
    old: {},
  });
});

test('every setting can be set in the environment', () => {
  const env = {
    ...SECRETS,
    FINDLING_PORT: '8080',
    FINDLING_HOST: '0.0.0.0',
    FINDLING_DATA: '/var/lib/findling',
    FINDLING_DOMAIN: 'search.example.com',
    FINDLING_TRUST_PROXY: 'on',
    FINDLING_SEARCH_SHARDS: '3',
    FINDLING_SIGNED_KEYS: 'strict',
    FINDLING_QUERY_LIMIT: '2000',
    FINDLING_SEARCH_TIMEOUT: '60',
    FINDLING_ELASTICSEARCH_SEARCH: 'off',
    FINDLING_RATE_LIMIT: '600',
    FINDLING_CONNECTIONS: '500',
    FINDLING_WORKERS: '3',
    FINDLING_MEMORY: '512mb',
    FINDLING_ANALYTICS_DAYS: '365',
    FINDLING_API_LOG_DAYS: '30',
    FINDLING_API_LOG_BYTES: '1gb',
    FINDLING_SAMPLE: 'off',
    FINDLING_LOG_LEVEL: 'debug',
    FINDLING_METRICS: 'on',
    FINDLING_TRACES_URL: 'http://collector:4318/',
    FINDLING_TRACES_SHARE: '25%',
    FINDLING_TRACES_FOLLOW: 'on',
    FINDLING_URL: 'https://search.example.com/',
    FINDLING_SHADOW_URL: 'https://old.example.com/',
    FINDLING_SHADOW_SHARE: '0.5%',
    FINDLING_DATABASE_CONNECTIONS: '20',
    FINDLING_BACKUP_TO: 's3://my-bucket/findling',
    FINDLING_BACKUP_EVERY: '03:30',
    FINDLING_BACKUP_KEEP: '30',
    FINDLING_BACKUP_S3_ENDPOINT: 'https://storage.example.com/',
    FINDLING_BACKUP_S3_REGION: 'eu-central-1',
    PATH: '/usr/bin',
  };
  assert.deepEqual(readConfig(env, {}), {
    port: 8080,
    host: '0.0.0.0',
    data: '/var/lib/findling',
    domain: 'search.example.com',
    trustProxy: 1,
    secret: SECRETS.FINDLING_SECRET,
    databaseUrl: SECRETS.FINDLING_DATABASE_URL,
    databaseConnections: 20,
    searchNodes: ['http://a:9200', 'http://user:pass-word@b:9200'],
    searchShards: 3,
    signedKeys: 'strict',
    queryLimit: 2000,
    searchTimeout: 60,
    elasticsearchSearch: false,
    rateLimit: 600,
    connections: 500,
    workers: 3,
    memory: 512 * 2 ** 20,
    analyticsDays: 365,
    apiLogDays: 30,
    apiLogBytes: 2 ** 30,
    sample: false,
    logLevel: 'debug',
    metrics: 'on',
    metricsToken: SECRETS.FINDLING_METRICS_TOKEN,
    tracesUrl: 'http://collector:4318',
    tracesShare: 0.25,
    tracesFollow: true,
    dashboardPassword: SECRETS.FINDLING_DASHBOARD_PASSWORD,
    url: 'https://search.example.com',
    shadowUrl: 'https://old.example.com',
    shadowShare: 0.005,
    shadowKey: SECRETS.FINDLING_SHADOW_KEY,
    compareKeys: {
      left: SECRETS.FINDLING_COMPARE_LEFT_KEY,
      right: SECRETS.FINDLING_COMPARE_RIGHT_KEY,
    },
    backup: {
      to: { kind: 's3', bucket: 'my-bucket', prefix: 'findling' },
      every: { kind: 'daily', timeOfDay: 3.5 * 3_600_000 },
      keep: 30,
      passphrase: SECRETS.FINDLING_BACKUP_PASSPHRASE,
      s3: {
        endpoint: 'https://storage.example.com',
        region: 'eu-central-1',
        accessKey: SECRETS.FINDLING_BACKUP_S3_ACCESS_KEY,
        secretKey: SECRETS.FINDLING_BACKUP_S3_SECRET_KEY,
      },
    },
    provision: {
      privateKey: SECRETS.FINDLING_PRIVATE_KEY,
      searchKey: SECRETS.FINDLING_SEARCH_KEY,
      adminKey: SECRETS.FINDLING_ADMIN_KEY,
    },
    old: {
      key: SECRETS.FINDLING_OLD_KEY,
      adminKey: SECRETS.FINDLING_OLD_ADMIN_KEY,
      elasticsearch: 'https://elastic:pass-word@es.example.com:9243',
    },
  });
});

test('trusted proxies are none, a number of them, or addresses and networks', () => {
  const read = (text: string) => readConfig({ FINDLING_TRUST_PROXY: text }, {}).trustProxy;
  assert.equal(read('off'), false);
  assert.equal(read('on'), 1);
  assert.equal(read('1'), 1);
  assert.equal(read('10'), 10);
  assert.deepEqual(read('10.0.0.1'), ['10.0.0.1']);
  assert.deepEqual(read('127.0.0.1, 10.0.0.0/8,::1,fd00::/8'), [
    '127.0.0.1',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
  ]);
});

test('flags override the environment', () => {
  const args = ['--port', '0', '--host=::', '--data', 'here', '--domain', 'b.test', '--trust-proxy', 'on'];
  const more = [
    '--signed-keys',
    'strict',
    '--query-limit',
    '64',
    '--workers',
    '64',
    '--memory',
    '2gb',
    '--sample',
    'off',
    '--log-level',
    'silent',
  ];
  const { values } = parseArgs({ args: [...args, ...more], options: flagOptions });
  const env = { FINDLING_PORT: '8080', FINDLING_DOMAIN: 'a.test', FINDLING_SAMPLE: 'on' };
  assert.deepEqual(readConfig(env, values), {
    port: 0,
    host: '::',
    data: 'here',
    domain: 'b.test',
    trustProxy: 1,
    databaseConnections: 10,
    searchShards: 1,
    signedKeys: 'strict',
    queryLimit: 64,
    searchTimeout: 10,
    elasticsearchSearch: true,
    rateLimit: 'off',
    connections: 2000,
    workers: 64,
    memory: 2 * 2 ** 30,
    analyticsDays: 180,
    apiLogDays: 7,
    apiLogBytes: 256 * 2 ** 20,
    sample: false,
    logLevel: 'silent',
    shadowShare: 0.01,
    compareKeys: {},
    backup: NO_BACKUPS,
    metrics: 'off',
    tracesShare: 0.01,
    tracesFollow: false,
    provision: {},
    old: {},
  });
});

test('flags that are not settings are ignored', () => {
  assert.deepEqual(readConfig({}, { json: true, account: 'shop' }), readConfig({}, {}));
});

test('an empty value counts as not set', () => {
  const names = [...settingsTable().matchAll(/FINDLING_\w+/g)].map(([name]) => name);
  const env = Object.fromEntries([...names, 'FINDLING_NO_SUCH_SETTING'].map((name) => [name, '']));
  const flags = Object.fromEntries(Object.keys(flagOptions).map((name) => [name, '']));
  assert.equal(names.length, 49);
  assert.deepEqual(readConfig(env, flags), readConfig({}, {}));
  assert.equal(readConfig({ FINDLING_PORT: '8080' }, { port: '' }).port, 8080);
});

test('the address of the service has a scheme and no more than a path', () => {
  const read = (text: string) => readConfig({ FINDLING_URL: text }, {}).url;
  assert.equal(read('http://localhost:3002'), 'http://localhost:3002');
  assert.equal(read('https://Search.example.com/app/'), 'https://search.example.com/app');
  for (const text of [
    'localhost',
    'localhost:3002',
    'ftp://host',
    'http://a:b@host',
    'http://host?a',
    'http://host#a',
  ]) {
    assert.match(
      refusal({ FINDLING_URL: text }),
      /but it must be an address such as https:\/\/search\.example\.com\.$/,
    );
  }
});

test('the address of the database is that of a PostgreSQL database, and is never shown', () => {
  const read = (text: string) => readConfig({ FINDLING_DATABASE_URL: text }, {}).databaseUrl;
  for (const text of [
    'postgres://localhost/findling',
    'postgresql://findling@10.0.0.1:5433/findling',
    'postgres://a:b@host/db?sslmode=require&application_name=search',
    'postgres:///findling?host=/run/postgresql',
  ]) {
    assert.equal(read(text), text);
  }
  for (const text of [
    'localhost',
    'mysql://host/db',
    'postgres://findling:hunter2@host',
    'postgres://findling:hunter2@host/',
    'postgres:///findling',
    'postgres://findling:hunter2@host/db?sslmode=prefer',
    'postgres://findling:hunter2@host/db?options=-csearch_path%3Da',
    'postgres://findling:hunter2@host/db#a',
  ]) {
    const told = refusal({ FINDLING_DATABASE_URL: text });
    assert.match(told, /^The value of FINDLING_DATABASE_URL \(not shown, because it is secret\) is invalid/);
    assert.ok(!told.includes('hunter2'));
  }
});

test('secrets have no flag, because other users can read a command line', () => {
  const flags = Object.keys(flagOptions).sort();
  assert.deepEqual(flags, [
    'analytics-days',
    'api-log-bytes',
    'api-log-days',
    'backup-every',
    'backup-keep',
    'backup-s3-endpoint',
    'backup-s3-region',
    'backup-to',
    'connections',
    'data',
    'database-connections',
    'domain',
    'elasticsearch-search',
    'host',
    'log-level',
    'memory',
    'metrics',
    'port',
    'query-limit',
    'rate-limit',
    'sample',
    'search-shards',
    'search-timeout',
    'shadow-share',
    'shadow-url',
    'signed-keys',
    'traces-follow',
    'traces-share',
    'traces-url',
    'trust-proxy',
    'url',
    'workers',
  ]);
});

const HOST = 'a host name or an IP address such as 0.0.0.0 or ::';
const DOMAIN = 'a host name such as search.example.com, without scheme and port';
const PROXIES =
  'off, on, a number of proxies from 1 to 10, or addresses and networks such as 127.0.0.1,10.0.0.0/8';
const REFUSED: readonly [name: string, values: readonly string[], allowed: string][] = [
  ['PORT', ['65536', '-1', '80.5', 'http', '0x50', '1e3', ' 80', '٣'], 'a whole number from 0 to 65535'],
  ['HOST', ['http://localhost', 'localhost:3002', '[::1]', '1.2.3', '*', 'a b', '1.2.3.456'], HOST],
  [
    'DOMAIN',
    ['https://a.test', 'a.test:80', '.a.test', 'a.test.', 'a..test', '-a.test', '10.0.0.1', '::1'],
    DOMAIN,
  ],
  ['DOMAIN', ['a_b.test', 'bücher.test', `${'a'.repeat(64)}.test`], DOMAIN],
  [
    'TRUST_PROXY',
    ['true', '0', '11', '1.5', 'ON', 'proxy.example.com', '10.0.0.0/33', '10.0.0.0/', '::/129'],
    PROXIES,
  ],
  ['TRUST_PROXY', ['10.0.0.1;10.0.0.2', '10.0.0.1,', '1,10.0.0.1', '10.0.0.0/8/8', '10.0.0.0/08'], PROXIES],
  ['SAMPLE', ['no', 'false'], 'on or off'],
  ['SIGNED_KEYS', ['loose', 'Strict'], 'compatible or strict'],
  ['RATE_LIMIT', ['0', '-1', '1.5', '1000001', '010', 'none'], 'off or a whole number from 1 to 1000000'],
  ['CONNECTIONS', ['0', '9', '-1', '1.5', '100000', '010'], 'a whole number from 10 to 99999'],
  ['DATABASE_CONNECTIONS', ['0', '4', '501', '1.5', '010', 'all'], 'a whole number from 5 to 500'],
  ['SEARCH_TIMEOUT', ['0', '-1', '1.5', '601', '010', 'none'], 'a whole number from 1 to 600'],
  ['SEARCH_SHARDS', ['0', '65', '1.5', '01', 'auto'], 'a whole number from 1 to 64'],
  ['QUERY_LIMIT', ['0', '-1', '128.5', '1e3', '100001', '0128', 'none'], 'a whole number from 1 to 100000'],
  [
    'SHADOW_SHARE',
    ['101%', '100.1%', '5', '-1%', '.5%', '1e1%', 'all'],
    'a percentage from 0% to 100%, such as 5% or 0.1%',
  ],
  [
    'SHADOW_URL',
    ['localhost', 'ftp://host', 'http://host?a', 'http://host#a'],
    'an address such as https://app-search.example.com',
  ],
  ['WORKERS', ['0', '-1', '1.5', '65', '02', 'all', 'AUTO'], 'auto or a whole number from 1 to 64'],
  [
    'MEMORY',
    ['0', '512', '15mb', '1.5gb', '-1gb', '512MB ', 'all'],
    'auto, or a number with mb or gb such as 512mb, at least 16mb',
  ],
  [
    'BACKUP_TO',
    ['s3://', 's3://A', 'https://host/a'],
    'the path of a folder, or s3://bucket or s3://bucket/prefix',
  ],
  [
    'BACKUP_EVERY',
    ['0h', '745h', '24', '24:00', '1d'],
    'a number of hours or minutes such as 6h or 30m, at most 744h, or a time such as 03:30',
  ],
  ['BACKUP_KEEP', ['0', '-1', '1.5', '10001', '07', 'all'], 'a whole number from 1 to 10000'],
  ['METRICS', ['yes', 'true', 'PUBLIC'], 'off, on or public'],
  ['TRACES_SHARE', ['2', '-1%', '101%', '.%', 'all'], 'a percentage from 0% to 100%, such as 5% or 0.1%'],
  ['TRACES_FOLLOW', ['yes', '1'], 'on or off'],
  [
    'TRACES_URL',
    ['collector', 'collector:4318', 'grpc://c:4317', 'http://c?a'],
    'an address such as http://localhost:4318',
  ],
  ['LOG_LEVEL', ['verbose', 'INFO'], 'fatal, error, warn, info, debug, trace or silent'],
];

for (const [name, values, allowed] of REFUSED) {
  for (const value of values) {
    test(`FINDLING_${name} does not accept ${JSON.stringify(value)}`, () => {
      const flag = name.toLowerCase().replace('_', '-');
      const told = `is ${JSON.stringify(value)}, but it must be ${allowed}.`;
      assert.equal(refusal({ [`FINDLING_${name}`]: value }), `FINDLING_${name} ${told}`);
      assert.equal(refusal({}, { [flag]: value }), `--${flag} ${told}`);
    });
  }
}

test('host names are converted to lower case, addresses are unchanged', () => {
  const { host, domain } = readConfig(
    { FINDLING_HOST: 'LocalHost', FINDLING_DOMAIN: 'Search.Example.COM' },
    {},
  );
  assert.deepEqual({ host, domain }, { host: 'localhost', domain: 'search.example.com' });
  for (const address of ['127.0.0.1', '::', '::1', 'fe80::1%eth0']) {
    assert.equal(readConfig({ FINDLING_HOST: address }, {}).host, address);
  }
});

test('a password in an address is not shown', () => {
  for (const name of ['FINDLING_URL', 'FINDLING_SHADOW_URL', 'FINDLING_TRACES_URL']) {
    assert.match(refusal({ [name]: 'http://me:hush@host' }), /is "http:\/\/\*\*\*@host", but it must be/);
  }
});

test('metrics need a token unless they are public', () => {
  const token = SECRETS.FINDLING_METRICS_TOKEN;
  const read = (env: Record<string, string>) => {
    const { metrics, metricsToken } = readConfig(env, {});
    return { metrics, metricsToken };
  };
  assert.match(
    refusal({ FINDLING_METRICS: 'on' }),
    /^FINDLING_METRICS is on, but FINDLING_METRICS_TOKEN is not/,
  );
  assert.deepEqual(read({ FINDLING_METRICS: 'on', FINDLING_METRICS_TOKEN: token }), {
    metrics: 'on',
    metricsToken: token,
  });
  for (const metrics of ['off', 'public']) {
    const env = { FINDLING_METRICS: metrics, FINDLING_METRICS_TOKEN: token };
    assert.deepEqual(read(env), { metrics, metricsToken: undefined });
  }
  for (const text of [
    'short',
    'x'.repeat(15),
    'x'.repeat(257),
    'a token with spaces',
    'unübliche-zeichen-x',
  ]) {
    const told = refusal({ FINDLING_METRICS: 'on', FINDLING_METRICS_TOKEN: text });
    assert.match(told, /^The value of FINDLING_METRICS_TOKEN \(not shown, because it is secret\) is invalid/);
    assert.ok(!told.includes(text));
  }
});

test('an invalid value is shown on one line and truncated', () => {
  assert.match(refusal({ FINDLING_LOG_LEVEL: 'in\nfo' }), /^FINDLING_LOG_LEVEL is "in\\nfo", but/);
  assert.ok(refusal({ FINDLING_LOG_LEVEL: 'x'.repeat(10_000) }).length < 200);
});

const BAD_SECRETS = {
  FINDLING_SECRET: 'only-thirty-one-characters-long',
  FINDLING_PRIVATE_KEY: 'search-abcdefghij0123456789',
  FINDLING_SEARCH_KEY: 'search-abcdefghij01234',
  FINDLING_ADMIN_KEY: 'admin-abcdefghij01234$hush',
  FINDLING_DASHBOARD_PASSWORD: 'hush hush 1',
  FINDLING_SEARCH_URL: 'https://a:9200,ftp://hush:hush-hush@c:9299',
  FINDLING_SHADOW_KEY: 'two words and hush',
  FINDLING_COMPARE_LEFT_KEY: 'schlüssel-hush-hush',
  FINDLING_BACKUP_PASSPHRASE: 'hush hush 1',
  FINDLING_BACKUP_S3_ACCESS_KEY: 'hush hush hush',
  FINDLING_BACKUP_S3_SECRET_KEY: 'hush hush hush hush',
  FINDLING_OLD_KEY: 'private hush-hush',
  FINDLING_OLD_ADMIN_KEY: 'admin-hush hush',
  FINDLING_OLD_ELASTICSEARCH_URL: 'http://a:9200,http://hush:hush@b:9200',
};

for (const [name, value] of Object.entries(BAD_SECRETS)) {
  test(`an invalid ${name} is rejected without showing it`, () => {
    const message = refusal({ ...SECRETS, [name]: value });
    assert.match(
      message,
      new RegExp(`^The value of ${name} \\(not shown, because it is secret\\) is invalid: it must be .+\\.$`),
    );
    assert.ok(!message.includes(value.slice(-12)));
  });
}

test('a secret of 32 characters is long enough', () => {
  assert.equal(readConfig({ FINDLING_SECRET: 'x'.repeat(32) }, {}).secret, 'x'.repeat(32));
});

test('an unknown FINDLING_ variable is rejected with the nearest known name, never with its value', () => {
  const nearest = (name: string): string => refusal({ [name]: 'private-abcdefghij0123456789' });
  const told = (name: string, known: string): string =>
    `${name} is not a Findling setting. The closest name is ${known}.`;
  const typos = {
    FINDLING_PROT: 'FINDLING_PORT',
    FINDLING_LOGLEVEL: 'FINDLING_LOG_LEVEL',
    FINDLING_SEARCH_KEYS: 'FINDLING_SEARCH_KEY',
    FINDLING_DATA_DIR: 'FINDLING_DATA',
    FINDLING_SAMPLES: 'FINDLING_SAMPLE',
    FINDLING_: 'FINDLING_URL',
  };
  for (const [name, known] of Object.entries(typos)) assert.equal(nearest(name), told(name, known));
});

test('variables that Kubernetes sets for a service called findling are ignored', () => {
  const links = {
    FINDLING_SERVICE_HOST: '10.0.0.7',
    FINDLING_SERVICE_PORT: '3002',
    FINDLING_SERVICE_PORT_HTTP: '3002',
    FINDLING_PORT: 'tcp://10.0.0.7:3002',
    FINDLING_PORT_3002_TCP: 'tcp://10.0.0.7:3002',
    FINDLING_PORT_3002_TCP_PROTO: 'tcp',
    FINDLING_PORT_3002_TCP_PORT: '3002',
    FINDLING_PORT_3002_TCP_ADDR: '10.0.0.7',
  };
  assert.deepEqual(readConfig(links, {}), readConfig({}, {}));
  assert.equal(readConfig({ ...links, FINDLING_PORT: '8080' }, {}).port, 8080);
  assert.match(refusal({ ...links, FINDLING_PROT: '8080' }), /^FINDLING_PROT is not a Findling setting/);
  assert.match(refusal({ FINDLING_PORT: 'tcp://10.0.0.7:3002' }), /^FINDLING_PORT is "tcp:/);
});

test('the table for the docs has a row of five cells for every setting, with its flag and its default', () => {
  const [head, rule, ...rows] = settingsTable().trimEnd().split('\n');
  assert.equal(head, '| Environment | Flag | Default | Allowed | Meaning |');
  assert.equal(rule, '| --- | --- | --- | --- | --- |');
  assert.equal(rows.length, 49);
  for (const row of rows) assert.match(row, /^\| `FINDLING_\w+` \|( [^|]*\|){3} [^|]+\. \|$/);
  assert.ok(rows[0]?.startsWith('| `FINDLING_PORT` | `--port` | `3002` | a whole number from 0 to 65535 | '));
});
