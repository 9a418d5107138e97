import { parseArgs } from 'node:util';
import { storeRefusal } from '../api/store-refusal.ts';
import { ConfigError, flagOptions, readConfig } from '../config.ts';
import { ApiError } from '../errors.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { VERSION } from '../version.ts';
import { type Command, UsageError } from './command.ts';

/** Each command is loaded when it is called for: the small ones need no web server. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).startCommand,
  accounts: async () => (await import('./accounts.ts')).accountsCommand,
  keys: async () => (await import('./keys.ts')).keysCommand,
  inspect: async () => (await import('./inspect.ts')).inspectCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  reindex: async () => (await import('./reindex.ts')).reindexCommand,
  dashboard: async () => (await import('./dashboard.ts')).dashboardCommand,
};

const USAGE = `Findling, a search service that speaks the App Search API.

  findling start                          run the service
  findling accounts create NAME           make an account with its two keys
  findling accounts list
  findling keys list [--show]             keys of an account; values only with --show
  findling keys create --name NAME --type search|private|admin
           [--engines a,b] [--read] [--write] [--key VALUE]
  findling keys delete NAME
  findling verify [ENGINE]                compare the store with the files of the search index
  findling reindex ENGINE                 build the search index of an engine anew from the store
  findling inspect FILE                   show a file of the search index in words
  findling dashboard link                 a new link for setting up the dashboard
  findling dashboard reset-password [NAME]
                                          a link for a new password, of the first owner by default

Every command takes --json (answer as JSON) and --account NAME (default: the default account),
and the settings as flags, such as --data FOLDER. The others work beside a running server.
`;

/** Runs a command; the number is the exit code. Whatever a person did wrong is said in one sentence. */
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
    throw new UsageError(`There is no command "${name}"; \`findling help\` lists what there is.`);
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
    throw new UsageError(`${message.split(/\.\s/)[0]}; \`findling help\` lists what there is.`);
  }
}

/** What to tell a person, undefined for what is our own fault. */
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
    return `Port ${port} is already in use. Stop what is using it, or choose another with FINDLING_PORT.`;
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `The service cannot listen there (${message}). Choose another FINDLING_HOST or FINDLING_PORT.`;
  }
  return undefined;
}
