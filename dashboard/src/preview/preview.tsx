import { Anchor, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { pageOf, routeOf } from '../addresses.ts';
import { ApiError, messagesOf } from '../api/errors.ts';
import { SearchPage } from './app/search-page.tsx';
import { type Schema, saneChoices } from './choices.ts';
import { dashboardConnector } from './connector.ts';
import { optionsOf } from './options.ts';
import { patientCall } from './patient-call.ts';
import type { PreviewParameters } from './preview-url.ts';
import { routing } from './routing.ts';

/** The search page whose code can be downloaded, on the dashboard's routes. */
export function Preview({ place }: { readonly place: PreviewParameters }) {
  const { account, engine, choices, images } = place;
  const [schema, setSchema] = useState<Schema>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    document.title = `Search ${engine} · Findling`;
    const path = routeOf.api(account, 'engines', engine, 'schema');
    patientCall<Schema>('GET', path).then(setSchema, setError);
  }, [account, engine]);
  const parts = useMemo(() => {
    // Search errors are shown among the results; without a session there are no results.
    const failed = (thrown: unknown) =>
      thrown instanceof ApiError && thrown.status === 401 && setError(thrown);
    return {
      connector: dashboardConnector(account, engine, failed),
      routing: routing(window !== window.top),
    };
  }, [account, engine]);
  const options = useMemo(() => schema && optionsOf(saneChoices(choices, schema), schema), [choices, schema]);

  if (error !== undefined) {
    return (
      <Sorry title="The preview could not be displayed" messages={messagesOf(error)}>
        <Anchor href={pageOf.engine(account, engine, 'preview')} target="_top">
          Go to the dashboard
        </Anchor>
      </Sorry>
    );
  }
  if (options === undefined)
    return (
      <Center h="60vh">
        <Loader role="status" aria-label="Loading" />
      </Center>
    );
  return <SearchPage {...parts} options={options} showImages={images} />;
}

interface SorryProps {
  readonly title: string;
  readonly messages: readonly string[];
  readonly children?: React.ReactNode;
}

export const Sorry = ({ title, messages, children }: SorryProps) => (
  <Stack component="main" align="center" py={64} px="md" gap="xs">
    <Title order={1} size="h3" ta="center">
      {title}
    </Title>
    {messages.map((message) => (
      <Text key={message} c="dimmed" ta="center">
        {message}
      </Text>
    ))}
    {children}
  </Stack>
);
