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

const USAGE = 'Say `findling dashboard link` or `findling dashboard reset-password [NAME]`.';

/** The link as an address. Without a fixed port nobody can say the whole of it. */
const address = (config: Config, purpose: LinkPurpose, token: string): string =>
  `${config.port === 0 ? '' : baseUrl(config)}${linkPath(purpose, token)}`;

/** A new link for setting the dashboard up; the one that the start has printed stops working. */
const link = (invocation: Invocation): Promise<number> =>
  withInstance(invocation.config, async ({ store, vault }) => {
    const token = await new People(store, new OneTimeLinks(vault)).newSetupLink();
    const url = address(invocation.config, 'setup', token);
    print(invocation, { link: url }, `Set up the dashboard with this link, which works once:\n  ${url}`);
    return 0;
  });

async function personOf({ store }: Instance, name: string | undefined): Promise<PersonRecord> {
  const person = name === undefined ? await store.people.first() : await store.people.byLogin(loginKey(name));
  if (person !== undefined) return person;
  throw new DataError(
    name === undefined
      ? 'Nobody has set the dashboard up yet: `findling dashboard link` makes a link for it.'
      : `There is no person "${name}".`,
  );
}

/** A link for a new password, of the first owner unless somebody is named. Whoever waits after wrong passwords gets in. */
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
      `With this link ${person.name} can choose a new password, once and within an hour:\n  ${url}`,
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
