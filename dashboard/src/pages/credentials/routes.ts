import { IconKey } from '@tabler/icons-react';
import { ACCOUNT_PATH, type PageRoute } from '../../frame/page-route.ts';

const CREDENTIALS = `${ACCOUNT_PATH}/credentials`;

/** Everybody may come: the endpoint is no secret, and those who see no keys are told why. */
export const routes: readonly PageRoute[] = [
  {
    path: CREDENTIALS,
    load: () => import('./credentials-page.tsx').then(({ CredentialsPage }) => CredentialsPage),
    nav: {
      label: 'Credentials',
      icon: IconKey,
      order: 20,
      keywords: ['keys', 'endpoint', 'host identifier', 'tokens'],
    },
  },
  {
    path: `${CREDENTIALS}/signed-keys`,
    under: CREDENTIALS,
    load: () => import('./signed-keys/signed-keys-page.tsx').then(({ SignedKeysPage }) => SignedKeysPage),
  },
];
