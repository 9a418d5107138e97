import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { memo } from 'react';
import { ErrorBox } from '../../parts/error-box.tsx';
import { counted } from '../../parts/numbers.ts';
import styles from './field-outcome.module.css';
import { FieldOutcome } from './field-outcome.tsx';
import type { Forecast } from './schema-queries.ts';

interface Props {
  readonly isOpen: boolean;
  readonly documentCount: number;
  readonly isReindexing: boolean;
  readonly isChecking: boolean;
  readonly forecast: Forecast | undefined;
  readonly error: unknown;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** The content of the dialog. It stays as it was while the dialog fades out, when the changes are no longer pending. */
export const ReviewBody = memo(Content, (_, { isOpen }) => !isOpen);

function Content(props: Props) {
  const { documentCount, isReindexing, isChecking, forecast, error, isSaving, onSave, onClose } = props;
  const failing = Object.values(forecast?.changed ?? {}).reduce((sum, { failed }) => sum + failed, 0);
  return (
    <Stack>
      <div aria-live="polite">
        {isChecking && (
          <Group gap="sm" py="md">
            <Loader size="sm" />
            <Text size="sm">Checking {counted(documentCount, 'document')}…</Text>
          </Group>
        )}
        {forecast && (
          <Stack gap="lg">
            {Object.entries(forecast.changed).map(([name, outcome]) => (
              <FieldOutcome key={name} name={name} outcome={outcome} />
            ))}
          </Stack>
        )}
      </div>
      {forecast && (
        <Text size="sm" c="dimmed">
          {failing > 0
            ? 'Values that cannot be converted will be null. The original values are kept and reappear if the field becomes text again.'
            : `Checked ${counted(forecast.documents_examined, 'document')}. All values can be converted.`}
        </Text>
      )}
      {isReindexing ? (
        <Text size="sm">The engine is reindexing. You can save when it has finished.</Text>
      ) : (
        <ErrorBox error={error} />
      )}
      <Group justify="flex-end" className={styles.foot}>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep editing
        </Button>
        <Button loading={isSaving} disabled={forecast === undefined || isReindexing} onClick={onSave}>
          {failing > 0 ? 'Save anyway' : 'Save'}
        </Button>
      </Group>
    </Stack>
  );
}
