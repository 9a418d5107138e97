import { type Credential, Credentials } from '../credentials/credentials.ts';
import { parseKeyRequest, parseOverlap } from '../credentials/key-request.ts';
import { isKeyValue, KEY_KINDS, type KeyKind, keyValueRule } from '../credentials/key-value.ts';
import { credentialJson } from '../credentials/routes.ts';
import { type Command, columns, type Invocation, print, UsageError, withAccount } from './command.ts';

const USAGE =
  'Usage: `findling keys list`, `findling keys create --name NAME --type search|private|admin`, `findling keys rotate NAME` or `findling keys delete NAME`.';

const MAX_LISTED = 1_000_000;

const permissionsText = ({ kind, read, write, accessAllEngines, engines }: Credential): string => {
  if (kind === 'admin') return 'credentials';
  const permissions =
    kind === 'search' ? 'search' : [read && 'read', write && 'write'].filter(Boolean).join(', ');
  return `${permissions}; ${accessAllEngines === true ? 'all engines' : (engines ?? []).join(', ')}`;
};

async function list(invocation: Invocation): Promise<number> {
  const show = invocation.values.show === true;
  return withAccount(invocation, async ({ store, vault }, account) => {
    const range = { offset: 0, limit: MAX_LISTED };
    const { results } = await new Credentials(store, vault).page(account.id, range);
    const shown = results.map((key) => {
      const { key: value, ...rest } = credentialJson(key);
      return show ? { ...rest, key: value } : rest;
    });
    const rows = results.map((key) => [key.name, key.kind, permissionsText(key), ...(show ? [key.key] : [])]);
    print(invocation, shown, columns(rows));
    return 0;
  });
}

async function create(invocation: Invocation): Promise<number> {
  const { name, type, engines, read, write, key, description } = invocation.values;
  const request = parseKeyRequest({
    name,
    type,
    engines: typeof engines === 'string' ? engines.split(',').map((engine) => engine.trim()) : undefined,
    read,
    write,
    description,
    expires_at: invocation.values['expires-at'],
  });
  if (typeof key === 'string') checkValue(key, request.kind);
  return withAccount(invocation, async ({ store, vault }, account) => {
    const credentials = new Credentials(store, vault);
    const made = await credentials.create(account.id, request, key as string | undefined);
    printWithValue(invocation, made);
    return 0;
  });
}

async function rotate(invocation: Invocation, name: string): Promise<number> {
  const overlap = 1000 * parseOverlap({ overlap_seconds: invocation.values.overlap });
  return withAccount(invocation, async ({ store, vault }, account) => {
    printWithValue(invocation, await new Credentials(store, vault).rotate(account.id, name, overlap));
    return 0;
  });
}

const printWithValue = (invocation: Invocation, key: Credential): void =>
  print(invocation, credentialJson(key), columns([[key.name, key.kind, permissionsText(key), key.key]]));

function checkValue(value: string, kind: KeyKind | undefined): void {
  if (kind === undefined || isKeyValue(kind, value)) return;
  throw new UsageError(`The value of --key (not shown) is invalid: it must be ${keyValueRule(kind)}.`);
}

async function remove(invocation: Invocation, name: string): Promise<number> {
  return withAccount(invocation, async ({ store, vault }, account) => {
    await new Credentials(store, vault).delete(account.id, name);
    print(invocation, { deleted: true }, `Key ${name} deleted.`);
    return 0;
  });
}

export const keysCommand: Command = {
  options: {
    show: { type: 'boolean' },
    name: { type: 'string' },
    type: { type: 'string' },
    engines: { type: 'string' },
    read: { type: 'boolean' },
    write: { type: 'boolean' },
    key: { type: 'string' },
    'expires-at': { type: 'string' },
    description: { type: 'string' },
    overlap: { type: 'string' },
  },
  async run(invocation) {
    const [action, name, ...rest] = invocation.positionals;
    if (rest.length > 0) throw new UsageError(USAGE);
    if (action === 'list' && name === undefined) return list(invocation);
    if (action === 'create' && name === undefined) return create(invocation);
    if (action === 'rotate' && name !== undefined) return rotate(invocation, name);
    if (action === 'delete' && name !== undefined) return remove(invocation, name);
    throw new UsageError(`${USAGE} Types are ${KEY_KINDS.join(', ')}.`);
  },
};
