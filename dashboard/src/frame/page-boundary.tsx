import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { isGone, messagesOf } from '../api/errors.ts';
import { IconCloudOff, IconFileUnknown } from './icons.ts';

interface Props {
  /** Resets the boundary when it changes. */
  readonly place: string;
  readonly retry: () => void;
  readonly children: ReactNode;
}

/** Shows the server's messages instead of a page that failed to render. */
export class PageBoundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.error !== undefined)
      this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const gone = isGone(error);
    const again = () => {
      this.props.retry();
      this.setState({ error: undefined });
    };
    return (
      <Stack align="center" gap="sm" py={64} px="md" role="alert">
        {gone ? <IconFileUnknown size={40} stroke={1.4} /> : <IconCloudOff size={40} stroke={1.4} />}
        <Title order={1} size="h3" tabIndex={-1}>
          {gone ? 'Not found' : 'This page could not be displayed'}
        </Title>
        {messagesOf(error).map((message) => (
          <Text key={message} c="dimmed" ta="center" maw={520}>
            {message}
          </Text>
        ))}
        {gone && (
          <Text c="dimmed" ta="center" maw={520}>
            It may have been deleted.
          </Text>
        )}
        <Group justify="center" mt="xs">
          <Button variant="light" onClick={again}>
            Try again
          </Button>
          {gone && (
            <Button component="a" href="/" variant="default">
              Back to engines
            </Button>
          )}
        </Group>
      </Stack>
    );
  }
}
