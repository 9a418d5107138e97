import type { TestContext } from 'node:test';
import type { Store } from '../../src/store/port.ts';
import { openPostgresStore, type PostgresOptions } from '../../src/store/postgres/open.ts';

/** Opens a store as a server would, and closes it after the test. */
export async function openTestStore(
  t: Pick<TestContext, 'after'>,
  url: string,
  more: Partial<PostgresOptions> = {},
): Promise<Store> {
  const store = await openPostgresStore({
    url,
    connections: 10,
    create: true,
    role: 'server',
    version: '0.0.0-test',
    ...more,
  });
  // Also closed by some tests.
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= store.close());
  t.after(close);
  return { ...store, close };
}
