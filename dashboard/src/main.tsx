import './theme.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError, LostConnection } from './api/errors.ts';
import { queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { watchNavigation } from './frame/navigated.ts';
import { theme, variables } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// Dialogs add a style element to lock scrolling, which needs the nonce.
setNonce(nonce);
watchNavigation();

const colorSchemeManager = localStorageColorSchemeManager({ key: 'findling-color-scheme' });

/** Error responses are shown instead of the page; only bugs belong in the console. */
const onCaughtError = (error: unknown): void => {
  if (!(error instanceof ApiError || error instanceof LostConnection)) reportError(error);
};

createRoot(document.getElementById('root') as HTMLElement, { onCaughtError }).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {/* Not at the bottom, where pages have bars with their main action. */}
      <Notifications position="top-center" limit={4} />
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
