import { parseArgs } from 'node:util';
import { storeRefusal } from '../api/store-refusal.ts';
import { ConfigError, flagOptions, readConfig } from '../config.ts';
import { ApiError } from '../errors.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { VERSION } from '../version.ts';
import { type Command, UsageError } from './command.ts';

/** Commands are loaded on demand: most need no web server. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).startCommand,
  accounts: async () => (await import('./accounts.ts')).accountsCommand,
  keys: async () => (await import('./keys.ts')).keysCommand,
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  reindex: async () => (await import('./reindex.ts')).reindexCommand,
  import: async () => (await import('./import.ts')).importCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  copy: async () => (await import('./copy.ts')).copyCommand,
  compare: async () => (await import('./compare.ts')).compareCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  dashboard: async () => (await import('./dashboard.ts')).dashboardCommand,
};

const USAGE = `Findling, a search service that speaks the App Search API.

  findling start                          run the service
  findling accounts create NAME           create an account with two keys
  findling accounts list
  findling keys list [--show]             list keys; --show includes their values
  findling keys create --name NAME --type search|private|admin
           [--engines a,b] [--read] [--write] [--key VALUE]
           [--expires-at DATE] [--description TEXT]
  findling keys rotate NAME [--overlap SECONDS]
                                          give a key a new value (overlap: a day)
  findling keys delete NAME
  findling import ENGINE FILE             index the documents of an NDJSON file; - is standard input
  findling export ENGINE [FILE]           write all documents to an NDJSON file or to standard output
  findling migrate --from URL [--engine NAME ...] [--dry-run] [--follow [SECONDS]]
                                          copy engines and keys from an App Search to a running service
  findling verify [ENGINE]                compare the search index files with the store
  findling reindex ENGINE                 rebuild the search index of an engine from the store
  findling inspect FILE                   describe a file of the search index
  findling copy --to postgres://...       copy all data to a PostgreSQL database
  findling copy --to FOLDER               copy all data of FINDLING_DATABASE_URL to a data folder
  findling compare --left URL --right URL --queries FILE|analytics|logs [--engine NAME]
           [--report FILE.html] [--min-overlap 0.8] [--limit N] [--days N] [--timeout SECONDS]
           [--concurrency N] [--requests-per-second N] [--left-key VALUE] [--right-key VALUE]
                                          send the same searches to two services, compare answers
  findling compare --shadow [FILE]        show the searches that shadow mode has compared
  findling backup FILE [--force] [--without-events]
                                          back up all data to a file; - is standard output
  findling restore FILE                   restore a backup into an empty data folder or database;
                                          - is standard input
  findling verify --backup FILE           check every byte of a backup
  findling dashboard link                 create a set-up link for the dashboard
  findling dashboard reset-password [NAME]
                                          create a password reset link (default: the first owner)

Every command accepts --json (output as JSON), --account NAME (default: the default account) and the
settings as flags, such as --data FOLDER. All commands except start, copy and restore work while a server is
running; import, export and migrate call it, at --url URL and with FINDLING_PRIVATE_KEY (import and export also
--key VALUE).
`;

/** Runs a command and returns its exit code. User errors are printed as one sentence. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
  if (command === undefined) {
    throw new UsageError(`There is no command "${name}". Run \`findling help\` for a list.`);
  }
  const { values, positionals } = parsed(rest, command);
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  return command.run({
    config: readConfig(process.env, values as Record<string, string>),
    values,
    positionals,
  });
}

function parsed(args: readonly string[], command: Command) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      strict: true,
      options: {
        ...flagOptions,
        json: { type: 'boolean' },
        account: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        ...command.options,
      },
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
    throw new UsageError(`${message.split(/\.\s/)[0]}. Run \`findling help\` for a list.`);
  }
}

/** The message of a user error; undefined for a bug. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DataError || error instanceof UsageError) {
    return error.message;
  }
  const refusal = error instanceof ApiError ? error : storeRefusal(error);
  if (refusal !== undefined) {
    const { errors } = refusal.body as { errors?: unknown };
    return Array.isArray(errors)
      ? errors.map((message) => `${message}`.replace(/\.?$/, '.')).join(' ')
      : refusal.message;
  }
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the program that uses it, or choose another port with FINDLING_PORT.`;
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `The service cannot listen on this address (${message}). Choose another FINDLING_HOST or FINDLING_PORT.`;
  }
  return undefined;
}
