import { Accounts } from '../../src/accounts/accounts.ts';
import { openShared } from '../../src/composition/instance.ts';
import type { TestService } from './service.ts';

export interface TestAccount {
  readonly hostIdentifier: string;
  readonly privateKey: string;
  readonly searchKey: string;
}

/** Creates an account while the service runs, as the command line does. */
export async function createAccount({ config }: TestService, name: string): Promise<TestAccount> {
  const { store, vault, close } = await openShared(config);
  try {
    const { account, keys } = await new Accounts(store, vault, config.domain).create(name);
    const keyOf = (key: string) => keys.find((made) => made.name === key)?.value ?? '';
    return {
      hostIdentifier: account.hostIdentifier,
      privateKey: keyOf('private-key'),
      searchKey: keyOf('search-key'),
    };
  } finally {
    await close();
  }
}
