import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { pageOf } from '../addresses.ts';
import { ROUTES } from '../routes.ts';
import { useAccountIfAny } from '../session.ts';
import styles from './breadcrumb.module.css';
import { useCurrentRoute } from './current-route.tsx';
import { ENGINE_PATH } from './page-route.ts';
import { pathOf } from './path-of.ts';

interface Props {
  /** The URL of the page above this one, where its path alone would lose a query or a period. */
  readonly parent: string | undefined;
}

/** Links to the engine and to the page above this one, which is `under` of its route. */
export function Breadcrumb({ parent }: Props) {
  const { route, params } = useCurrentRoute();
  const account = useAccountIfAny();
  if (route === undefined || account === undefined) return null;
  const { engine } = params;
  const above = ROUTES.find(({ path }) => path === route.under);
  if (engine === undefined && above === undefined) return null;
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {engine !== undefined && (
          <li className={styles.engine}>
            {route.path === ENGINE_PATH ? (
              engine
            ) : (
              <Anchor component={Link} href={pageOf.engine(account.id, engine)} inherit>
                {engine}
              </Anchor>
            )}
          </li>
        )}
        {above?.nav !== undefined && (
          <li>
            <Anchor component={Link} href={parent ?? pathOf(above.path, params)} inherit>
              {above.nav.label}
            </Anchor>
          </li>
        )}
      </ol>
    </nav>
  );
}
