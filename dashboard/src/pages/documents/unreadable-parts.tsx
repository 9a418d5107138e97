import { Alert, List, Text } from '@mantine/core';
import type { Preview } from '../../imports/preview.ts';
import { counted, number } from '../../parts/numbers.ts';

const SHOWN = 5;

/** What the import will leave out, as far as the preview has read the file. */
export function UnreadableParts({ preview }: { readonly preview: Preview }) {
  const { unreadable, problem, isWhole } = preview;
  const count = unreadable.length;
  if (count === 0 && problem === null) return null;
  return (
    <Alert variant="light" color="yellow" title="Parts of this file cannot be imported">
      {problem !== null && <Text size="sm">{problem}</Text>}
      {count > 0 && (
        <>
          <Text size="sm">
            {counted(count, 'document')} {isWhole ? '' : 'at the start of the file '}will be left out:
          </Text>
          <List size="sm" mt={4}>
            {unreadable.slice(0, SHOWN).map(({ number: position, line, message }) => (
              <List.Item key={position}>
                Line {number(line)}: {message}
              </List.Item>
            ))}
            {count > SHOWN && <List.Item>and {number(count - SHOWN)} more</List.Item>}
          </List>
        </>
      )}
    </Alert>
  );
}
