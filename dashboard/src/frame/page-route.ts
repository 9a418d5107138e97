import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { EngineOverview, Role } from '../api/types.ts';

/** A page: path, permission and loader. */
export interface PageRoute {
  /** `/accounts/:account/...` for pages of an account, `/accounts/:account/engines/:engine/...` for those of an engine. */
  readonly path: string;
  /** Loads the page's chunk: `() => import('./keys-page.tsx').then(({ KeysPage }) => KeysPage)`. */
  readonly load: () => Promise<ComponentType>;
  /** The minimum role; any role if left out. */
  readonly least?: Role;
  /** Only for the first owner of the instance, for pages about all accounts. */
  readonly firstOwnerOnly?: true;
  /** The path of the page whose navigation entry is highlighted: a document's page belongs to Documents. */
  readonly under?: string;
  /** Its entry in the navigation and in Ctrl-K. Subpages have none. */
  readonly nav?: NavEntry;
}

export interface NavEntry {
  readonly label: string;
  readonly icon: Icon;
  /** Sort order of entries, in steps of ten. */
  readonly order: number;
  /** Additional search terms for Ctrl-K. */
  readonly keywords?: readonly string[];
  /** What needs attention in an engine (`2 unconfirmed fields`), shown as a dot next to the label. */
  readonly remark?: (engine: EngineOverview) => string | undefined;
}

export const ENGINE_PATH = '/accounts/:account/engines/:engine';
export const ACCOUNT_PATH = '/accounts/:account';

export const isEnginePage = ({ path }: PageRoute): boolean =>
  path === ENGINE_PATH || path.startsWith(`${ENGINE_PATH}/`);

/** Whether someone may see a page, by the role in the account. */
export const isOpenTo = (
  { least, firstOwnerOnly }: PageRoute,
  may: (least: Role) => boolean,
  isFirstOwner: boolean,
): boolean => (least === undefined || may(least)) && (firstOwnerOnly === undefined || isFirstOwner);
