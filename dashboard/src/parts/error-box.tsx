import { Alert, Text } from '@mantine/core';
import { messagesOf } from '../api/errors.ts';
import { IconAlertTriangle } from '../frame/icons.ts';

interface Props {
  readonly error?: unknown;
  readonly messages?: readonly string[];
  readonly title?: string;
}

/** Error messages; renders nothing if there are none. */
export function ErrorBox({ error, messages = messagesOf(error), title }: Props) {
  if (messages.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={title}
      icon={<IconAlertTriangle size={18} stroke={1.6} />}
    >
      {messages.map((message) => (
        <Text key={message} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  );
}
