import { Badge, Code, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import styles from './explain.module.css';
import type { Stage } from './explanation.ts';
import { sentenceOf } from './sentences.ts';

/** The stages of the search in order, up to the one that dropped the document. */
export const StageList = ({ stages }: { readonly stages: readonly Stage[] }) => (
  <ol className={styles.stages}>
    {stages.map((stage) => (
      <li key={stage.stage} className={styles.stage} data-passed={stage.passed}>
        <span className={styles.mark} role="img" aria-label={stage.passed ? 'passed' : 'dropped here'}>
          {stage.passed ? <IconCheck size={15} stroke={2} /> : <IconX size={15} stroke={2} />}
        </span>
        <div>
          <Text size="sm">{sentenceOf(stage)}</Text>
          <Details stage={stage} />
        </div>
      </li>
    ))}
  </ol>
);

function Details({ stage }: { readonly stage: Stage }) {
  if (stage.stage === 'terms' && stage.terms !== undefined)
    return (
      <ul className={styles.details}>
        {stage.terms.map(({ term, stop_word: isStopWord, fields }) => (
          <li key={term}>
            <Code>{term}</Code> {fields.length > 0 ? `in ${fields.join(', ')}` : 'not found'}
            {isStopWord && (
              <Badge size="xs" variant="default" tt="none" ml={6}>
                stop word
              </Badge>
            )}
          </li>
        ))}
      </ul>
    );
  if (stage.stage === 'filters' && stage.conditions.length > 0)
    return (
      <ul className={styles.details}>
        {stage.conditions.map(({ condition, passed }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other key and never move.
          <li key={at}>
            <Code className={styles.condition ?? ''}>{JSON.stringify(condition)}</Code>{' '}
            {passed ? 'holds' : 'does not hold'}
          </li>
        ))}
      </ul>
    );
  return null;
}
