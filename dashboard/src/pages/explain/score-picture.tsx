import { Progress, Table, Text } from '@mantine/core';
import type { Part } from './explanation.ts';
import { nameOfPart } from './sentences.ts';

/** The parts of a score, by field, the largest first. */
export function ScorePicture({ parts, score }: { readonly parts: readonly Part[]; readonly score: number }) {
  const groups = [...Map.groupBy(parts, ({ field }) => field ?? '')]
    .map(([field, ofField]) => ({
      field,
      sum: ofField.reduce((sum, part) => sum + part.score, 0),
      parts: ofField.toSorted((one, other) => other.score - one.score),
    }))
    .sort((one, other) => other.sum - one.sum);
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Match</Table.Th>
          <Table.Th ta="right">Score</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.flatMap(({ field, parts: ofField }) =>
          ofField.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key and never move.
            <Table.Tr key={`${field} ${at}`}>
              <Table.Td>
                {at === 0 && (
                  <Text size="sm" ff="monospace">
                    {field || '–'}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="sm">
                  <bdi>{nameOfPart(part)}</bdi>
                </Text>
                <Progress
                  size="sm"
                  mt={4}
                  value={score === 0 ? 0 : Math.max(0, Math.min(100, (100 * part.score) / score))}
                  aria-label={`${nameOfPart(part)}: share of the score`}
                />
              </Table.Td>
              <Table.Td ta="right" className="numbers">
                {part.score.toFixed(2)}
              </Table.Td>
            </Table.Tr>
          )),
        )}
        <Table.Tr>
          <Table.Td colSpan={2}>
            <Text size="sm" fw={600}>
              Score
            </Text>
          </Table.Td>
          <Table.Td ta="right" className="numbers" fw={600}>
            {score.toFixed(2)}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
