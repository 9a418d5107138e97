import '../theme.css';
import { Anchor, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { theme, variables } from '../theme.ts';
import { Preview, Sorry } from './preview.tsx';
import { previewParameters } from './preview-url.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const colorSchemeManager = localStorageColorSchemeManager({ key: 'findling-color-scheme' });
// Read once: later changes of the URL are searches within this page.
const place = previewParameters(location);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {place === undefined ? (
        <Sorry
          title="Nothing to preview"
          messages={['Choose an engine in the dashboard, then open its Preview page.']}
        >
          <Anchor href="/" target="_top">
            Go to the dashboard
          </Anchor>
        </Sorry>
      ) : (
        <Preview place={place} />
      )}
    </MantineProvider>
  </StrictMode>,
);
