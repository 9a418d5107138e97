import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Role } from '../api/types.ts';

/** A page: where it is, who may see it, how it is loaded. */
export interface PageRoute {
  /** `/accounts/:account/...` for pages of an account, `/accounts/:account/engines/:engine/...` for those of an engine. */
  readonly path: string;
  /** A chunk of its own: `() => import('./keys-page.tsx').then(({ KeysPage }) => KeysPage)`. */
  readonly load: () => Promise<ComponentType>;
  /** The least role that may see it; everybody if left out. */
  readonly least?: Role;
  /** The path of the page whose entry is marked while this one is shown: a document's page is under Documents. */
  readonly under?: string;
  /** Its entry in the navigation and in Ctrl-K; pages that are reached from others have none. */
  readonly nav?: NavEntry;
}

export interface NavEntry {
  readonly label: string;
  readonly icon: Icon;
  /** Entries are shown in this order; tens, so that others fit in between. */
  readonly order: number;
  /** Further words under which Ctrl-K finds it. */
  readonly keywords?: readonly string[];
}

export const ENGINE_PATH = '/accounts/:account/engines/:engine';
export const ACCOUNT_PATH = '/accounts/:account';

export const isEnginePage = ({ path }: PageRoute): boolean =>
  path === ENGINE_PATH || path.startsWith(`${ENGINE_PATH}/`);
