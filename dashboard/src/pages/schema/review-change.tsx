import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { isConflict } from '../../api/errors.ts';
import { engineKey } from '../../api/queries.ts';
import type { EngineOverview, FieldType } from '../../api/types.ts';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { focusTitle } from '../../parts/focus-title.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount } from '../../session.ts';
import styles from './field-outcome.module.css';
import { FieldOutcome } from './field-outcome.tsx';
import { asSchema, type PendingTypes } from './pending-types.ts';
import { type Forecast, schemaPath } from './schema-queries.ts';

interface Props {
  readonly opened: boolean;
  readonly engine: EngineOverview;
  readonly pending: PendingTypes;
  readonly onClose: () => void;
}

/** Shows the effect of the type changes on existing documents (a dry run), and saves them. */
export function ReviewChange({ opened, engine, pending, onClose }: Props) {
  const account = useAccount();
  const client = useQueryClient();
  const { version, choices } = pending;
  const body = asSchema(choices);
  const path = schemaPath(account.id, engine.name);
  const isOpen = opened && choices.length > 0;
  const forecast = useQuery({
    queryKey: engineKey(account.id, engine.name, 'dry run', version, body),
    queryFn: ({ signal }) =>
      call<Forecast>('POST', `${path}?dry_run=true`, { body, ifMatch: version, signal }),
    enabled: isOpen && !engine.reindexing,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const save = useMutation({
    mutationFn: () => call('POST', path, { body, ifMatch: version }),
    onSuccess: () => {
      pending.drop();
      close();
      focusTitle();
    },
    // Also after an error, as the display may be outdated.
    onSettled: () => client.invalidateQueries({ queryKey: engineKey(account.id, engine.name) }),
  });
  const close = (): void => {
    save.reset();
    onClose();
  };
  const hasNothing = opened && choices.length === 0;
  useEffect(() => {
    if (hasNothing) onClose();
  }, [hasNothing, onClose]);
  const error = save.error ?? forecast.error;
  const conflict = isOpen && isConflict(error) ? error : null;
  const failing = Object.values(forecast.data?.changed ?? {}).reduce((sum, { failed }) => sum + failed, 0);
  return (
    <>
      <Modal opened={isOpen && conflict === null} onClose={close} size="lg" title="Preview of this change">
        <Stack>
          <div aria-live="polite">
            {forecast.isFetching && (
              <Group gap="sm" py="md">
                <Loader size="sm" />
                <Text size="sm">Checking {counted(engine.document_count, 'document')}…</Text>
              </Group>
            )}
            {forecast.data && (
              <Stack gap="lg">
                {Object.entries(forecast.data.changed).map(([name, outcome]) => (
                  <FieldOutcome key={name} name={name} outcome={outcome} />
                ))}
              </Stack>
            )}
          </div>
          {forecast.data && (
            <Text size="sm" c="dimmed">
              {failing > 0
                ? 'Values that cannot be converted will be null. The original values are kept and reappear if the field becomes text again.'
                : `Checked ${counted(forecast.data.documents_examined, 'document')}. All values can be converted.`}
            </Text>
          )}
          {engine.reindexing ? (
            <Text size="sm">The engine is reindexing. You can save when it has finished.</Text>
          ) : (
            <ErrorBox error={error} />
          )}
          <Group justify="flex-end" className={styles.foot}>
            <Button variant="default" onClick={close} data-autofocus>
              Keep editing
            </Button>
            <Button
              loading={save.isPending}
              disabled={forecast.data === undefined || engine.reindexing}
              onClick={() => save.mutate()}
            >
              {failing > 0 ? 'Save anyway' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <ConflictDialog
        conflict={conflict}
        mine={{ ...engine.schema, ...body }}
        onOverwrite={(newest) => {
          save.reset();
          pending.settleOn((conflict?.current ?? {}) as Readonly<Record<string, FieldType>>, newest);
        }}
        overwriteLabel="Preview mine"
        onTakeTheirs={() => {
          pending.drop();
          close();
          void client.invalidateQueries({ queryKey: engineKey(account.id, engine.name) });
        }}
        onClose={close}
      />
    </>
  );
}
