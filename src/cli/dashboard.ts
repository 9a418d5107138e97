import type { Instance } from '../composition/instance.ts';
import type { Config } from '../config.ts';
import { recordAction } from '../dashboard-api/audit.ts';
import { linkPath, OneTimeLinks } from '../dashboard-api/one-time-links.ts';
import { People } from '../dashboard-api/people.ts';
import { loginKey } from '../dashboard-api/person-request.ts';
import { limits } from '../limits.ts';
import type { LinkPurpose, PersonRecord } from '../store/dashboard-port.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { baseUrl } from './base-url.ts';
import { type Command, type Invocation, print, UsageError, withInstance } from './command.ts';

const USAGE = 'Usage: `findling dashboard link` or `findling dashboard reset-password [NAME]`.';

/** The link's URL; only its path if the port is chosen at start-up. */
const address = (config: Config, purpose: LinkPurpose, token: string): string =>
  `${config.port === 0 ? '' : baseUrl(config)}${linkPath(purpose, token)}`;

/** Creates a set-up link, which replaces the one printed at start-up. */
const link = (invocation: Invocation): Promise<number> =>
  withInstance(invocation.config, async ({ store, vault }) => {
    const token = await new People(store, new OneTimeLinks(vault)).newSetupLink();
    const url = address(invocation.config, 'setup', token);
    print(invocation, { link: url }, `Set up the dashboard with this link (it works once):\n  ${url}`);
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
    const url = address(invocation.config, 'reset', token);
    print(
      invocation,
      { name: person.name, link: url },
      `Password reset link for ${person.name} (works once, expires in an hour):\n  ${url}`,
    );
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
