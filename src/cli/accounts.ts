import { Accounts } from '../accounts/accounts.ts';
import { type Command, columns, print, UsageError, withInstance } from './command.ts';

export const accountsCommand: Command = {
  async run(invocation) {
    const { config, positionals } = invocation;
    const [action, name, ...rest] = positionals;
    if (action === 'create' && name !== undefined && rest.length === 0) {
      return withInstance(config, async ({ store, vault }) => {
        const made = await new Accounts(store, vault, config.domain).create(name);
        const keys = made.keys.map((key) => ({ name: key.name, type: key.kind, key: key.value }));
        const { hostIdentifier } = made.account;
        print(
          invocation,
          { name, host_identifier: hostIdentifier, keys },
          [
            `Account ${name} created. Its API is at ${hostIdentifier}.api.${config.domain}.`,
            columns(keys.map((key) => [key.name, key.type, key.key])),
          ].join('\n'),
        );
        return 0;
      });
    }
    if (action === 'list' && name === undefined) {
      return withInstance(config, async ({ store, vault }) => {
        const accounts = await new Accounts(store, vault, config.domain).list();
        print(
          invocation,
          accounts.map((account) => ({
            name: account.name,
            host_identifier: account.hostIdentifier,
            default: account.isDefault,
          })),
          columns(
            accounts.map(({ name, hostIdentifier, isDefault }) => [
              name,
              hostIdentifier,
              isDefault ? 'default' : '',
            ]),
          ),
        );
        return 0;
      });
    }
    throw new UsageError('Usage: `findling accounts create NAME` or `findling accounts list`.');
  },
};
