import { maskUserInfo } from './api/masking.ts';
import type { TrustedProxies } from './api/trusted-proxies.ts';
import type { BackupTarget, S3Settings } from './backup/backup-target.ts';
import type { BackupSchedule } from './backup/schedule.ts';
import { nearestName, withoutServiceLinks } from './setting-names.ts';
import {
  type LogLevel,
  type MetricsMode,
  SETTINGS,
  type Setting,
  type SignedKeysMode,
} from './setting-table.ts';

/** The configuration of the service, as plain data. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  readonly domain: string;
  readonly trustProxy: TrustedProxies;
  readonly secret?: string;
  /** The address of the PostgreSQL database, with its password; without it the data is in the data folder. */
  readonly databaseUrl?: string;
  /** Connections to that database. */
  readonly databaseConnections: number;
  readonly signedKeys: SignedKeysMode;
  /** Maximum length of a query, in characters. */
  readonly queryLimit: number;
  /** In seconds. */
  readonly searchTimeout: number;
  /** Whether `elasticsearch/_search` is answered. */
  readonly elasticsearchSearch: boolean;
  /** Requests per minute of each key. */
  readonly rateLimit: number | 'off';
  /** Open connections. */
  readonly connections: number;
  /** Threads that search and render large pages. */
  readonly workers: number;
  /** Memory limit of the search index and the caches, in bytes. */
  readonly memory: number;
  /** Days for which searches and clicks are kept, and API requests. */
  readonly analyticsDays: number;
  readonly apiLogDays: number;
  /** The most bytes of API requests that are kept. */
  readonly apiLogBytes: number;
  readonly sample: boolean;
  readonly logLevel: LogLevel;
  /** Whether `/metrics` is answered; `on` needs the token. */
  readonly metrics: MetricsMode;
  readonly metricsToken?: string;
  /** The OpenTelemetry collector that receives traces; without it there are none. */
  readonly tracesUrl?: string;
  /** The share of requests that are traced, from 0 to 1. */
  readonly tracesShare: number;
  /** Whether the sampling flag of a request's traceparent decides instead of the share. */
  readonly tracesFollow: boolean;
  /** Maximum size of the database file, in bytes. Not a setting: lets tests simulate a full disk. */
  readonly maxBytes?: number;
  /** The password of the dashboard's first owner, instead of a printed set-up link. */
  readonly dashboardPassword?: string;
  /** The nodes of the OpenSearch cluster that holds the search index; without them it is in the data folder. */
  readonly searchNodes?: readonly string[];
  /** Shards of each new index in that cluster. */
  readonly searchShards: number;
  /** The address of the service, for commands that call it. */
  readonly url?: string;
  /** The address of the service that gets copies of searches; without it, shadow mode is off. */
  readonly shadowUrl?: string;
  /** The share of searches that are copied, from 0 to 1. */
  readonly shadowShare: number;
  /** The key of all copies, instead of the keys of the searches. */
  readonly shadowKey?: string;
  /** The keys of `findling compare`. */
  readonly compareKeys: {
    readonly left?: string;
    readonly right?: string;
  };
  readonly backup: {
    /** Where scheduled backups go; without it there are none. */
    readonly to?: BackupTarget;
    readonly every: BackupSchedule;
    /** Scheduled backups that are kept. */
    readonly keep: number;
    /** Encrypts the instance secret in backups. */
    readonly passphrase?: string;
    readonly s3: Pick<S3Settings, 'region'> & Partial<S3Settings>;
  };
  /** Values for the keys that the first start creates; later starts ignore them. */
  readonly provision: {
    readonly privateKey?: string;
    readonly searchKey?: string;
    readonly adminKey?: string;
  };
  /** The App Search that `findling migrate` reads from. */
  readonly old: {
    readonly key?: string;
    readonly adminKey?: string;
    readonly elasticsearch?: string;
  };
}

/** An invalid setting. The message is one sentence for the person who set it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const ROWS: readonly Setting<unknown>[] = Object.values(SETTINGS);
const KNOWN_NAMES: readonly string[] = ROWS.map((setting) => setting.env);

export type Environment = Readonly<Record<string, string | undefined>>;
/** The `values` of parseArgs. Flags that are not settings are ignored. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** The settings as options for parseArgs of node:util. */
export const flagOptions: Readonly<Record<string, { type: 'string' }>> = Object.fromEntries(
  ROWS.flatMap(({ flag }) => (flag === undefined ? [] : [[flag, { type: 'string' as const }]])),
);

/** Reads every setting, flags before environment before default. Throws a `ConfigError` at the first bad one. */
export const readConfig = (env: Environment, flags: Flags): Config => {
  const own = withoutServiceLinks(env);
  rejectUnknownNames(own);
  const given = <T>(setting: Setting<T>): T | undefined => readSetting(setting, own, flags);
  // A test checks that every default is valid, so a setting with a default always has a value.
  const certain = <T>(setting: Setting<T> & { default: string }): T => given(setting) as T;
  return {
    port: certain(SETTINGS.port),
    host: certain(SETTINGS.host),
    data: certain(SETTINGS.data),
    domain: certain(SETTINGS.domain),
    trustProxy: certain(SETTINGS.trustProxy),
    ...ifSet('secret', given(SETTINGS.secret)),
    ...ifSet('databaseUrl', given(SETTINGS.databaseUrl)),
    databaseConnections: certain(SETTINGS.databaseConnections),
    ...ifSet('searchNodes', given(SETTINGS.searchNodes)),
    searchShards: certain(SETTINGS.searchShards),
    signedKeys: certain(SETTINGS.signedKeys),
    queryLimit: certain(SETTINGS.queryLimit),
    searchTimeout: certain(SETTINGS.searchTimeout),
    elasticsearchSearch: certain(SETTINGS.elasticsearchSearch),
    rateLimit: certain(SETTINGS.rateLimit),
    connections: certain(SETTINGS.connections),
    workers: certain(SETTINGS.workers),
    memory: certain(SETTINGS.memory),
    analyticsDays: certain(SETTINGS.analyticsDays),
    apiLogDays: certain(SETTINGS.apiLogDays),
    apiLogBytes: certain(SETTINGS.apiLogBytes),
    sample: certain(SETTINGS.sample),
    logLevel: certain(SETTINGS.logLevel),
    ...metricsAccess(certain(SETTINGS.metrics), given(SETTINGS.metricsToken)),
    ...ifSet('tracesUrl', given(SETTINGS.tracesUrl)),
    tracesShare: certain(SETTINGS.tracesShare),
    tracesFollow: certain(SETTINGS.tracesFollow),
    ...ifSet('dashboardPassword', given(SETTINGS.dashboardPassword)),
    ...ifSet('url', given(SETTINGS.url)),
    ...ifSet('shadowUrl', given(SETTINGS.shadowUrl)),
    shadowShare: certain(SETTINGS.shadowShare),
    ...ifSet('shadowKey', given(SETTINGS.shadowKey)),
    compareKeys: {
      ...ifSet('left', given(SETTINGS.compareLeftKey)),
      ...ifSet('right', given(SETTINGS.compareRightKey)),
    },
    backup: {
      ...ifSet('to', given(SETTINGS.backupTo)),
      every: certain(SETTINGS.backupEvery),
      keep: certain(SETTINGS.backupKeep),
      ...ifSet('passphrase', given(SETTINGS.backupPassphrase)),
      s3: {
        ...ifSet('endpoint', given(SETTINGS.backupS3Endpoint)),
        region: certain(SETTINGS.backupS3Region),
        ...ifSet('accessKey', given(SETTINGS.backupS3AccessKey)),
        ...ifSet('secretKey', given(SETTINGS.backupS3SecretKey)),
      },
    },
    provision: {
      ...ifSet('privateKey', given(SETTINGS.privateKey)),
      ...ifSet('searchKey', given(SETTINGS.searchKey)),
      ...ifSet('adminKey', given(SETTINGS.adminKey)),
    },
    old: {
      ...ifSet('key', given(SETTINGS.oldKey)),
      ...ifSet('adminKey', given(SETTINGS.oldAdminKey)),
      ...ifSet('elasticsearch', given(SETTINGS.oldElasticsearch)),
    },
  };
};

/** Metrics are public only if the settings say so; otherwise they need a token. */
const metricsAccess = (metrics: MetricsMode, token: string | undefined) => {
  if (metrics === 'on' && token === undefined) {
    throw new ConfigError(
      'FINDLING_METRICS is on, but FINDLING_METRICS_TOKEN is not set: set it, or set FINDLING_METRICS to public if everyone who can reach the service may read the metrics.',
    );
  }
  return { metrics, ...ifSet('metricsToken', metrics === 'on' ? token : undefined) };
};

/** The table of settings for the docs, in Markdown. */
export const settingsTable = (): string => {
  const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);
  const lines = ROWS.map(({ env, flag, default: text, allowed, meaning }) =>
    [code(env), code(flag && `--${flag}`), code(text), allowed, meaning].join(' | '),
  );
  return ['Environment | Flag | Default | Allowed | Meaning', '--- | --- | --- | --- | ---', ...lines]
    .map((line) => `| ${line} |\n`)
    .join('');
};

const ifSet = <K extends string, T>(name: K, value: T | undefined): { [key in K]?: T } =>
  value === undefined ? {} : ({ [name]: value } as { [key in K]: T });

/** An empty value counts as not set, as compose files and shells often produce one. */
const isSet = (value: string | boolean | undefined): value is string | boolean =>
  value !== undefined && value !== '';

const readSetting = <T>(setting: Setting<T>, env: Environment, flags: Flags): T | undefined => {
  const flag = setting.flag === undefined ? undefined : flags[setting.flag];
  const [name, given] = isSet(flag) ? [`--${setting.flag}`, flag] : [setting.env, env[setting.env]];
  const text = isSet(given) ? String(given) : setting.default;
  if (text === undefined) return undefined;
  const value = setting.parse(text);
  if (value === undefined) throw new ConfigError(refusal(name, text, setting));
  return value;
};

const refusal = (name: string, text: string, { secret, allowed }: Setting<unknown>): string =>
  secret
    ? `The value of ${name} (not shown, because it is secret) is invalid: it must be ${allowed}.`
    : `${name} is ${quoted(text)}, but it must be ${allowed}.`;

/** As a JSON string, shortened: always on one line, and without the password of an address. */
const quoted = (text: string): string => {
  const shown = maskUserInfo(text);
  return JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}...` : shown);
};

/** Without this, a misspelt name would silently keep the default. */
const rejectUnknownNames = (env: Environment): void => {
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('FINDLING_') || !isSet(value) || KNOWN_NAMES.includes(name)) continue;
    const nearest = nearestName(name, KNOWN_NAMES);
    throw new ConfigError(`${name} is not a Findling setting. The closest name is ${nearest}.`);
  }
};
