import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import {
  type CurrentImport,
  dismissImport,
  isUnderWay,
  noteSeen,
  percentOf,
} from '../../imports/current-import.ts';
import type { Phase } from '../../imports/import-run.ts';
import { counted, number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { duration } from '../../parts/time.ts';
import { AddedFields } from './added-fields.tsx';
import { ImportErrors } from './import-errors.tsx';
import { ReadyPanel } from './ready-panel.tsx';

const WORDS: Readonly<Record<Phase, string>> = {
  running: 'Importing',
  paused: 'Paused',
  stopped: 'Stopped',
  done: 'Imported',
  failed: 'Partly imported:',
  cancelled: 'Cancelled',
};

/** The progress of an import, with its controls. */
export function ImportProgress({ current }: { readonly current: CurrentImport }) {
  const { progress, fileName, account, engine, before } = current;
  const { phase, accepted, refused, perSecond, secondsLeft, reason } = progress;
  const underWay = isUnderWay(progress);
  const percent = percentOf(current);
  const isFirst = phase === 'done' && before.documents === 0 && accepted > 0;
  // On leaving the page.
  useEffect(() => noteSeen, []);
  const facts = [
    counted(accepted, 'document') + (underWay ? ' so far' : ''),
    ...(refused > 0 ? [`${number(refused)} rejected`] : []),
    ...(phase === 'running' && perSecond !== null ? [`${number(Math.round(perSecond))} per second`] : []),
    ...(phase === 'running' && secondsLeft !== null ? [`${duration(secondsLeft)} left`] : []),
  ];
  return (
    <>
      <Panel>
        <Stack gap="md">
          <div>
            <Group justify="space-between" gap="xs" mb={6} wrap="nowrap" align="flex-start">
              <Text fw={600} role="status">
                {WORDS[phase]} {fileName}
              </Text>
              <Text size="sm" className="numbers" style={{ whiteSpace: 'nowrap' }}>
                {Math.floor(percent)} %
              </Text>
            </Group>
            <Progress.Root size="md">
              <Progress.Section
                value={percent}
                aria-label={`Import of ${fileName}`}
                {...(phase !== 'running' && phase !== 'done' && { color: 'gray' })}
              />
            </Progress.Root>
            <Text size="sm" c="dimmed" mt={6} className="numbers">
              {facts.join(' · ')}
            </Text>
          </div>
          {reason !== null && (
            <Alert variant="light" color={phase === 'running' ? 'yellow' : 'red'} role="alert">
              {reason}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
              {sentenceOf(phase)}
            </Text>
            {underWay ? (
              <>
                <Button variant="default" onClick={current.cancel}>
                  Cancel
                </Button>
                {phase === 'running' ? (
                  <Button variant="light" onClick={current.pause}>
                    Pause
                  </Button>
                ) : (
                  <Button onClick={current.resume}>{phase === 'stopped' ? 'Try again' : 'Resume'}</Button>
                )}
              </>
            ) : (
              <>
                <Button variant="default" onClick={dismissImport}>
                  Add more
                </Button>
                <Button
                  component={Link}
                  href={pageOf.engine(account, engine, 'documents')}
                  variant={isFirst ? 'default' : 'filled'}
                  onClick={dismissImport}
                >
                  Show documents
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </Panel>
      {isFirst && <ReadyPanel current={current} />}
      {!underWay && <AddedFields current={current} />}
      {refused > 0 && <ImportErrors current={current} />}
    </>
  );
}

function sentenceOf(phase: Phase): string {
  if (phase === 'running') return 'The import continues while you use other pages. Keep this window open.';
  if (phase === 'paused') return 'Nothing is sent until you resume. Keep this window open.';
  if (phase === 'stopped') return 'Nothing is lost: trying again starts with the documents that failed.';
  if (phase === 'cancelled') return 'Documents imported so far are kept.';
  return '';
}
