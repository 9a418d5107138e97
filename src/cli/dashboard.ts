import type { Instance } from '../composition/instance.ts';
import { runningAddress } from '../composition/service-address.ts';
import { readConfig } from '../config.ts';
import { recordAction } from '../dashboard-api/audit.ts';
import { linkPath, OneTimeLinks } from '../dashboard-api/one-time-links.ts';
import { People } from '../dashboard-api/people.ts';
import { loginKey } from '../dashboard-api/person-request.ts';
import { limits } from '../limits.ts';
import type { PersonRecord } from '../store/dashboard-port.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { baseUrl } from './base-url.ts';
import { type Command, type Invocation, print, UsageError, withInstance } from './command.ts';

const USAGE = 'Usage: `findling dashboard link` or `findling dashboard reset-password [NAME]`.';

/**
 * The address of links: --url or --port, else that of the running service, else FINDLING_PORT. Undefined if all that is
 * left is the default port, as the service may be started with another one.
 */
function baseOfLinks({ config, values }: Invocation): string | undefined {
  if (config.url !== undefined) return config.url;
  const running = values.port === undefined ? runningAddress(config) : undefined;
  if (running !== undefined) return baseUrl(running);
  const isSet = values.port !== undefined || config.port !== readConfig({}, {}).port;
  return isSet && config.port !== 0 ? baseUrl(config) : undefined;
}

/** Prints a link; without a known address only its path, with a sentence that says what to do with it. */
function printLink(
  invocation: Invocation,
  { facts = {}, intro, path }: { readonly facts?: object; readonly intro: string; readonly path: string },
): void {
  const base = baseOfLinks(invocation);
  const link = `${base ?? ''}${path}`;
  const advice =
    base === undefined
      ? '\nPut the address of the service in front of it, such as https://search.example.com.'
      : '';
  print(invocation, { ...facts, link }, `${intro}\n  ${link}${advice}`);
}

/** Creates a set-up link, which replaces the one printed at start-up. */
const link = (invocation: Invocation): Promise<number> =>
  withInstance(invocation.config, async ({ store, vault }) => {
    const token = await new People(store, new OneTimeLinks(vault)).newSetupLink();
    const intro = 'Set up the dashboard with this link (it works once):';
    printLink(invocation, { intro, path: linkPath('setup', token) });
    return 0;
  });

async function personOf({ store }: Instance, name: string | undefined): Promise<PersonRecord> {
  const person = name === undefined ? await store.people.first() : await store.people.byLogin(loginKey(name));
  if (person !== undefined) return person;
  throw new DataError(
    name === undefined
      ? 'The dashboard is not set up yet. Run `findling dashboard link` to create a set-up link.'
      : `There is no person "${name}".`,
  );
}

/** Creates a password reset link, by default for the first owner. It works even while sign-in is throttled. */
const resetPassword = (invocation: Invocation, name: string | undefined): Promise<number> =>
  withInstance(invocation.config, async (instance) => {
    const person = await personOf(instance, name);
    const token = await instance.store.transact('instance', async (tx) => {
      await tx.links.deleteUnused('reset', person.id);
      const expiresAt = Date.now() + limits.resetLife;
      const made = await new OneTimeLinks(instance.vault).create(tx, 'reset', {
        personId: person.id,
        expiresAt,
      });
      const action = { action: 'password.reset', subject: person.name, detail: 'link made' } as const;
      await recordAction(tx, { person: null, accountId: null }, action);
      return made.token;
    });
    printLink(invocation, {
      facts: { name: person.name },
      intro: `Password reset link for ${person.name} (works once, expires in an hour):`,
      path: linkPath('reset', token),
    });
    return 0;
  });

export const dashboardCommand: Command = {
  async run(invocation) {
    const [action, name, ...rest] = invocation.positionals;
    if (rest.length > 0) throw new UsageError(USAGE);
    if (action === 'link' && name === undefined) return link(invocation);
    if (action === 'reset-password') return resetPassword(invocation, name);
    throw new UsageError(USAGE);
  },
};
