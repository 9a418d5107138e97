import { apiUrl } from '../http/api-prefix.ts';
import { isAnyKey, parseElasticsearchUrl, parseUrl } from '../setting-values.ts';
import { baseUrl } from './base-url.ts';
import { type Invocation, UsageError } from './command.ts';

/** Requests per second to the source, unless a flag says otherwise: a pace that a busy service hardly notices. */
const DEFAULT_RATE = 20;
const MOST_PER_SECOND = 1000;
const FOLLOW_SECONDS = { default: 60, most: 86_400 };
const STATE_FILE = 'findling-migration.json';

const USAGE =
  'Usage: `findling migrate --from URL --key private-…`, with the key better in FINDLING_OLD_KEY. docs/migration.md describes all flags.';

/** What a command line asks for, checked. */
export interface MigrateOptions {
  /** Addresses of the API of both sides. */
  readonly from: string;
  readonly to: string;
  readonly key: string;
  readonly toKey: string;
  readonly adminKey: string | undefined;
  readonly elasticsearch: { readonly url: string; readonly authorization: string | undefined } | undefined;
  readonly names: readonly string[];
  readonly perSecond: number;
  /** Seconds between two passes; undefined for one pass. */
  readonly followSeconds: number | undefined;
  readonly isDryRun: boolean;
  readonly intoExisting: boolean;
  readonly deletesOthers: boolean;
  readonly state: string;
  readonly report: string | undefined;
}

export const MIGRATE_FLAGS = {
  from: { type: 'string' },
  key: { type: 'string' },
  'admin-key': { type: 'string' },
  to: { type: 'string' },
  'to-key': { type: 'string' },
  engine: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  follow: { type: 'boolean' },
  'requests-per-second': { type: 'string' },
  elasticsearch: { type: 'string' },
  'into-existing': { type: 'boolean' },
  'delete-others': { type: 'boolean' },
  report: { type: 'string' },
  state: { type: 'string' },
} as const;

export function migrateOptions({ config, values, positionals }: Invocation): MigrateOptions {
  const text = (flag: string): string | undefined => {
    const value = values[flag];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const from = text('from');
  if (from === undefined) throw new UsageError(USAGE);
  const elasticsearch = text('elasticsearch');
  return {
    from: checkedUrl('--from', from),
    to: checkedUrl('--to', text('to') ?? config.url ?? baseUrl(config)),
    key: keyOf('--key', text('key') ?? config.old.key, 'the source with --key or in FINDLING_OLD_KEY'),
    toKey: keyOf(
      '--to-key',
      text('to-key') ?? config.provision.privateKey,
      'the target in FINDLING_PRIVATE_KEY or with --to-key',
    ),
    adminKey: optionalKey('--admin-key', text('admin-key') ?? config.old.adminKey),
    elasticsearch:
      elasticsearch === undefined && config.old.elasticsearch === undefined
        ? undefined
        : elasticsearchOf(elasticsearch ?? config.old.elasticsearch ?? ''),
    names: Array.isArray(values.engine) ? [...new Set(values.engine.map(String))] : [],
    perSecond: numberOf('--requests-per-second', text('requests-per-second'), DEFAULT_RATE, MOST_PER_SECOND),
    followSeconds: followSeconds(values.follow === true, positionals),
    isDryRun: values['dry-run'] === true,
    intoExisting: values['into-existing'] === true,
    deletesOthers: values['delete-others'] === true,
    state: text('state') ?? STATE_FILE,
    report: text('report'),
  };
}

function checkedUrl(flag: string, text: string): string {
  const url = parseUrl(text);
  if (url === undefined) {
    throw new UsageError(`${flag} must be an address such as https://app-search.example.com.`);
  }
  return apiUrl(url);
}

/** Keys are sent in a header. They are never shown. */
function optionalKey(flag: string, key: string | undefined): string | undefined {
  if (key !== undefined && !isAnyKey(key)) {
    throw new UsageError(`The value of ${flag} (not shown) is not a key.`);
  }
  return key;
}

function keyOf(flag: string, key: string | undefined, where: string): string {
  const checked = optionalKey(flag, key);
  if (checked === undefined) throw new UsageError(`Name a private key of ${where}.`);
  return checked;
}

/** User and password of the address become a header. */
function elasticsearchOf(text: string): { url: string; authorization: string | undefined } {
  const address = parseElasticsearchUrl(text);
  if (address === undefined) {
    throw new UsageError(
      'The value of --elasticsearch (not shown, because it may have a password) must be an address such as https://user:password@elasticsearch.example.com:9243.',
    );
  }
  const { origin, pathname, username, password } = new URL(address);
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url: origin + pathname.replace(/\/+$/, ''),
    authorization: username === '' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
  };
}

function numberOf(flag: string, text: string | undefined, usual: number, most: number): number {
  if (text === undefined) return usual;
  const number = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (number > 0 && number <= most) return number;
  throw new UsageError(`${flag} must be a number above 0, at most ${most}.`);
}

/** `--follow` may be followed by a number of seconds. */
function followSeconds(isFollowing: boolean, [seconds, ...others]: readonly string[]): number | undefined {
  if (others.length > 0 || (seconds !== undefined && !isFollowing)) throw new UsageError(USAGE);
  return isFollowing ? numberOf('--follow', seconds, FOLLOW_SECONDS.default, FOLLOW_SECONDS.most) : undefined;
}
