import { IconKey } from '@tabler/icons-react';
import { ACCOUNT_PATH, type PageRoute } from '../../frame/page-route.ts';

const CREDENTIALS = `${ACCOUNT_PATH}/credentials`;

/** Open to all roles: the endpoint is not secret, and the page explains who can see keys. */
export const routes: readonly PageRoute[] = [
  {
    path: CREDENTIALS,
    load: () => import('./credentials-page.tsx').then(({ CredentialsPage }) => CredentialsPage),
    nav: {
      label: 'Credentials',
      icon: IconKey,
      order: 20,
      keywords: ['api keys', 'endpoint', 'host identifier', 'tokens'],
    },
  },
  {
    path: `${CREDENTIALS}/signed-keys`,
    under: CREDENTIALS,
    load: () => import('./signed-keys/signed-keys-page.tsx').then(({ SignedKeysPage }) => SignedKeysPage),
  },
];
