import { Text } from '@mantine/core';
import { Link } from 'wouter';
import { ACCOUNT_ENTRIES, ENGINE_ENTRIES } from '../routes.ts';
import { type CurrentAccount, reaches, useAccountIfAny, useSession } from '../session.ts';
import { useCurrentRoute } from './current-route.tsx';
import styles from './navigation.module.css';
import { NavigationRemark } from './navigation-remark.tsx';
import { isOpenTo, type PageRoute } from './page-route.ts';
import { pathOf } from './path-of.ts';

/** Links to the pages of the account and of the current engine. */
export function Navigation() {
  const here = useAccountIfAny();
  const home = useHomeAccount();
  const { params } = useCurrentRoute();
  const account = here ?? home;
  if (account === undefined) return null;
  return (
    <nav aria-label="Pages">
      <Entries routes={ACCOUNT_ENTRIES} account={account} />
      {params.engine !== undefined && (
        <div className={styles.engine}>
          <Text size="xs" className={styles.heading} ff="monospace" title={params.engine} truncate>
            {params.engine}
          </Text>
          <Entries routes={ENGINE_ENTRIES} account={account} engine={params.engine} />
        </div>
      )}
    </nav>
  );
}

/** Pages without an account (the profile) show the navigation of the default account. */
function useHomeAccount(): Pick<CurrentAccount, 'id' | 'may'> | undefined {
  const { accounts, default_account: id } = useSession();
  const option = accounts.find((known) => known.host_identifier === id) ?? accounts[0];
  return option && { id: option.host_identifier, may: (least) => reaches(option.role, least) };
}

interface EntriesProps {
  readonly routes: readonly PageRoute[];
  readonly account: Pick<CurrentAccount, 'id' | 'may'>;
  readonly engine?: string;
}

function Entries({ routes, account, engine }: EntriesProps) {
  const { route: here } = useCurrentRoute();
  const { person } = useSession();
  return (
    <ul className={styles.entries}>
      {routes
        .filter((route) => isOpenTo(route, account.may, person.first_owner))
        .map((route) => {
          if (route.nav === undefined) return null;
          const { label, icon: Icon, remark } = route.nav;
          const isHere = here !== undefined && (here.path === route.path || here.under === route.path);
          return (
            <li key={route.path}>
              <Link
                href={pathOf(route.path, { account: account.id, ...(engine !== undefined && { engine }) })}
                className={styles.entry}
                aria-current={isHere ? 'page' : undefined}
                // Preload the page when the pointer is pressed.
                onPointerEnter={() => void route.load().catch(() => undefined)}
              >
                <Icon size={18} stroke={1.6} aria-hidden />
                {label}
                {engine !== undefined && remark !== undefined && (
                  <NavigationRemark account={account.id} engine={engine} remark={remark} />
                )}
              </Link>
            </li>
          );
        })}
    </ul>
  );
}
