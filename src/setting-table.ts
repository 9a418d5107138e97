import { isIP } from 'node:net';
import { BACKUP_SETTINGS } from './backup-settings.ts';
import { limits } from './limits.ts';
import {
  anyKey,
  isPasswordLength,
  keyValue,
  MIN_SECRET_LENGTH,
  MIN_TOKEN_LENGTH,
  oneOf,
  onOrOff,
  parseConnections,
  parseDatabaseConnections,
  parseDatabaseUrl,
  parseDays,
  parseElasticsearchUrl,
  parseHostName,
  parseMemory,
  parsePort,
  parseQueryLimit,
  parseRateLimit,
  parseSearchNodes,
  parseSearchTimeout,
  parseShards,
  parseShare,
  parseSize,
  parseToken,
  parseTrustedProxies,
  parseUrl,
  parseWorkers,
  SSL_MODES,
} from './setting-values.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const SIGNED_KEYS_MODES = ['compatible', 'strict'] as const;
export type SignedKeysMode = (typeof SIGNED_KEYS_MODES)[number];

export const METRICS_MODES = ['off', 'on', 'public'] as const;
export type MetricsMode = (typeof METRICS_MODES)[number];

const SHARES = 'a percentage from 0% to 100%, such as 5% or 0.1%';

export interface Setting<T> {
  readonly env: string;
  /** Secrets have no flag, as other users can read a command line. */
  readonly flag?: string;
  /** In the form a user would write, so that it passes through `parse` like any other value. */
  readonly default?: string;
  readonly meaning: string;
  /** Completes the sentence "It must be ...". */
  readonly allowed: string;
  /** The value is never shown, not even in an error message. */
  readonly secret?: true;
  /** The value, or undefined if the text is not allowed. */
  readonly parse: (text: string) => T | undefined;
}

/** Every setting. Error messages, flags, docs/settings.md and `readConfig` (config.ts) are derived from this table. */
export const SETTINGS = {
  port: {
    env: 'FINDLING_PORT',
    flag: 'port',
    default: '3002',
    meaning: 'The port to listen on; 0 picks any free port.',
    allowed: 'a whole number from 0 to 65535',
    parse: parsePort,
  },
  host: {
    env: 'FINDLING_HOST',
    flag: 'host',
    default: 'localhost',
    meaning: 'The address to listen on; `localhost` means both loopback addresses, 127.0.0.1 and ::1.',
    allowed: 'a host name or an IP address such as 0.0.0.0 or ::',
    parse: (text: string) => (isIP(text) ? text : parseHostName(text)),
  },
  data: {
    env: 'FINDLING_DATA',
    flag: 'data',
    default: './data',
    meaning:
      'The folder for all data of the service; created if it does not exist. With a PostgreSQL database it holds only index files and, unless it is set, the secret.',
    allowed: 'the path of a folder',
    parse: (text: string) => (text.includes('\0') ? undefined : text),
  },
  databaseUrl: {
    env: 'FINDLING_DATABASE_URL',
    meaning:
      'The PostgreSQL database that holds all data, instead of SQLite in the data folder: then several nodes can serve it. With a password in it, it is a secret.',
    secret: true,
    allowed: `an address such as postgres://user:password@host:5432/database?sslmode=verify-full; the modes are ${SSL_MODES.join(', ')}`,
    parse: parseDatabaseUrl,
  },
  databaseConnections: {
    env: 'FINDLING_DATABASE_CONNECTIONS',
    flag: 'database-connections',
    default: '10',
    meaning: 'The most connections of this node to the database; each running export has one more.',
    allowed: 'a whole number from 5 to 500',
    parse: parseDatabaseConnections,
  },
  searchNodes: {
    env: 'FINDLING_SEARCH_URL',
    meaning:
      'The nodes of an OpenSearch cluster that holds the search index, instead of files in the data folder. With a password in it, it is a secret.',
    secret: true,
    allowed: 'one or more addresses such as http://a:9200,http://user:password@b:9200',
    parse: parseSearchNodes,
  },
  searchShards: {
    env: 'FINDLING_SEARCH_SHARDS',
    flag: 'search-shards',
    default: '1',
    meaning: 'The number of shards of each new index in the OpenSearch cluster.',
    allowed: 'a whole number from 1 to 64',
    parse: parseShards,
  },
  domain: {
    env: 'FINDLING_DOMAIN',
    flag: 'domain',
    default: 'localhost',
    meaning: 'The domain of the host names of accounts, `<host identifier>.api.<domain>`.',
    allowed: 'a host name such as search.example.com, without scheme and port',
    parse: parseHostName,
  },
  trustProxy: {
    env: 'FINDLING_TRUST_PROXY',
    flag: 'trust-proxy',
    default: 'off',
    meaning:
      'Which reverse proxies are trusted to forward host, client address and scheme: none, a number of proxies (`on` is 1), or those at the listed addresses and networks.',
    allowed:
      'off, on, a number of proxies from 1 to 10, or addresses and networks such as 127.0.0.1,10.0.0.0/8',
    parse: parseTrustedProxies,
  },
  secret: {
    env: 'FINDLING_SECRET',
    meaning: 'The instance secret that protects stored keys, instead of the secret file in the data folder.',
    secret: true,
    allowed: `at least ${MIN_SECRET_LENGTH} characters long`,
    parse: (text: string) => (text.length >= MIN_SECRET_LENGTH ? text : undefined),
  },
  signedKeys: {
    env: 'FINDLING_SIGNED_KEYS',
    flag: 'signed-keys',
    default: 'compatible',
    meaning:
      'Whether fields that a signed search key hides can still be filtered, sorted and counted (`compatible`, as in App Search) or are not accessible at all (`strict`).',
    ...oneOf(SIGNED_KEYS_MODES),
  },
  queryLimit: {
    env: 'FINDLING_QUERY_LIMIT',
    flag: 'query-limit',
    default: '128',
    meaning: 'The maximum length of a query, in characters.',
    allowed: 'a whole number from 1 to 100000',
    parse: parseQueryLimit,
  },
  searchTimeout: {
    env: 'FINDLING_SEARCH_TIMEOUT',
    flag: 'search-timeout',
    default: '10',
    meaning: 'The most seconds that the searches of a request may take; then it is answered with 503.',
    allowed: 'a whole number from 1 to 600',
    parse: parseSearchTimeout,
  },
  elasticsearchSearch: {
    env: 'FINDLING_ELASTICSEARCH_SEARCH',
    flag: 'elasticsearch-search',
    default: 'on',
    meaning: 'Whether private keys can search with queries of Elasticsearch (`elasticsearch/_search`).',
    ...onOrOff,
  },
  rateLimit: {
    env: 'FINDLING_RATE_LIMIT',
    flag: 'rate-limit',
    default: 'off',
    meaning: 'The most requests per minute of each key; further ones are answered with 429.',
    allowed: 'off or a whole number from 1 to 1000000',
    parse: parseRateLimit,
  },
  connections: {
    env: 'FINDLING_CONNECTIONS',
    flag: 'connections',
    default: '2000',
    meaning:
      'The most open connections, half of them from one address; requests on further ones are answered with 503.',
    allowed: 'a whole number from 10 to 99999',
    parse: parseConnections,
  },
  workers: {
    env: 'FINDLING_WORKERS',
    flag: 'workers',
    default: 'auto',
    meaning:
      'The number of threads that search and render large pages; `auto` is the number of cores minus one, at least one.',
    allowed: 'auto or a whole number from 1 to 64',
    parse: parseWorkers,
  },
  memory: {
    env: 'FINDLING_MEMORY',
    flag: 'memory',
    default: 'auto',
    meaning:
      'The memory limit of the search index and the caches; `auto` is half of the memory of the machine or container beyond 256 MB. Merges and reindexes wait for free memory, and writes are refused when there is none.',
    allowed: 'auto, or a number with mb or gb such as 512mb, at least 16mb',
    parse: parseMemory,
  },
  analyticsDays: {
    env: 'FINDLING_ANALYTICS_DAYS',
    flag: 'analytics-days',
    default: '180',
    meaning: 'The days for which searches and clicks are kept for analytics.',
    allowed: 'a whole number from 1 to 3650',
    parse: parseDays,
  },
  apiLogDays: {
    env: 'FINDLING_API_LOG_DAYS',
    flag: 'api-log-days',
    default: '7',
    meaning: 'The days for which API requests are kept in the API log.',
    allowed: 'a whole number from 1 to 3650',
    parse: parseDays,
  },
  apiLogBytes: {
    env: 'FINDLING_API_LOG_BYTES',
    flag: 'api-log-bytes',
    default: '256mb',
    meaning: 'The size of the API log, beyond which the oldest requests are removed.',
    allowed: 'a number with mb or gb such as 512mb',
    parse: parseSize,
  },
  sample: {
    env: 'FINDLING_SAMPLE',
    flag: 'sample',
    default: 'on',
    meaning: 'Whether the first start creates the sample engine `national-parks-demo`.',
    ...onOrOff,
  },
  logLevel: {
    env: 'FINDLING_LOG_LEVEL',
    flag: 'log-level',
    default: 'info',
    meaning: 'The minimum log level.',
    ...oneOf(LOG_LEVELS),
  },
  metrics: {
    env: 'FINDLING_METRICS',
    flag: 'metrics',
    default: 'off',
    meaning:
      'Whether `GET /metrics` shows metrics for Prometheus: not at all, to those who present the token (`on`), or to everyone (`public`).',
    ...oneOf(METRICS_MODES),
  },
  metricsToken: {
    env: 'FINDLING_METRICS_TOKEN',
    meaning: 'The bearer token that reads the metrics.',
    secret: true,
    allowed: `${MIN_TOKEN_LENGTH} to 256 letters, digits and signs, without spaces`,
    parse: parseToken,
  },
  tracesUrl: {
    env: 'FINDLING_TRACES_URL',
    flag: 'traces-url',
    meaning:
      'The OpenTelemetry collector that receives traces over OTLP/HTTP, at the path `/v1/traces` below this address; without it nothing is traced.',
    allowed: 'an address such as http://localhost:4318',
    parse: parseUrl,
  },
  tracesShare: {
    env: 'FINDLING_TRACES_SHARE',
    flag: 'traces-share',
    default: '1%',
    meaning: 'The share of requests that are traced.',
    allowed: SHARES,
    parse: parseShare,
  },
  tracesFollow: {
    env: 'FINDLING_TRACES_FOLLOW',
    flag: 'traces-follow',
    default: 'off',
    meaning:
      'Whether the sampling flag in the `traceparent` header of a request decides instead of the share. Turn it on only if all clients are your own.',
    ...onOrOff,
  },
  dashboardPassword: {
    env: 'FINDLING_DASHBOARD_PASSWORD',
    meaning:
      "The password of the dashboard's first owner, who is named `owner`, instead of a one-time set-up link; ignored once an owner exists.",
    secret: true,
    allowed: `${limits.passwordLength.least} to ${limits.passwordLength.most} characters long`,
    parse: (text: string) => (isPasswordLength(text) ? text : undefined),
  },
  ...BACKUP_SETTINGS,
  url: {
    env: 'FINDLING_URL',
    flag: 'url',
    meaning:
      'The address of the service for `findling import`, `findling export` and `findling migrate`, by default that of a service with the same host and port on this machine; also the address in the links of `findling dashboard`.',
    allowed: 'an address such as https://search.example.com',
    parse: parseUrl,
  },
  privateKey: {
    env: 'FINDLING_PRIVATE_KEY',
    meaning:
      'The value of `private-key` at the first start, and the key with which `findling import`, `findling export` and `findling migrate` call the service.',
    ...keyValue('private'),
  },
  searchKey: {
    env: 'FINDLING_SEARCH_KEY',
    meaning: 'The value of `search-key`; used only at the first start.',
    ...keyValue('search'),
  },
  adminKey: {
    env: 'FINDLING_ADMIN_KEY',
    meaning: 'The value of an additional admin key, `admin-key`; used only at the first start.',
    ...keyValue('admin'),
  },
  shadowUrl: {
    env: 'FINDLING_SHADOW_URL',
    flag: 'shadow-url',
    meaning:
      'The address of the service that gets copies of searches, so that its answers can be compared with those of Findling (shadow mode). By default a copy has the key of its search, so name only a service that may know it.',
    allowed: 'an address such as https://app-search.example.com',
    parse: parseUrl,
  },
  shadowShare: {
    env: 'FINDLING_SHADOW_SHARE',
    flag: 'shadow-share',
    default: '1%',
    meaning: 'The share of searches that are copied in shadow mode.',
    allowed: SHARES,
    parse: parseShare,
  },
  shadowKey: {
    env: 'FINDLING_SHADOW_KEY',
    meaning:
      'The key of all copies in shadow mode, instead of the keys of the searches; searches with signed search keys are then not copied.',
    ...anyKey,
  },
  compareLeftKey: {
    env: 'FINDLING_COMPARE_LEFT_KEY',
    meaning: 'The key of the left service of `findling compare`, by default the key of `findling export`.',
    ...anyKey,
  },
  compareRightKey: {
    env: 'FINDLING_COMPARE_RIGHT_KEY',
    meaning: 'The key of the right service of `findling compare`, by default the key of `findling export`.',
    ...anyKey,
  },
  oldKey: {
    env: 'FINDLING_OLD_KEY',
    meaning: 'The private key of the App Search that `findling migrate` reads from.',
    ...anyKey,
  },
  oldAdminKey: {
    env: 'FINDLING_OLD_ADMIN_KEY',
    meaning: 'The admin key of that App Search: with it `findling migrate` copies keys.',
    ...anyKey,
  },
  oldElasticsearch: {
    env: 'FINDLING_OLD_ELASTICSEARCH_URL',
    meaning: 'The Elasticsearch of that App Search, from which `findling migrate` then reads documents.',
    secret: true,
    allowed: 'an address such as https://user:password@elasticsearch.example.com:9243',
    parse: parseElasticsearchUrl,
  },
} as const satisfies Record<string, Setting<unknown>>;
