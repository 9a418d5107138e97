import { Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { isConflict } from '../../api/errors.ts';
import { engineKey } from '../../api/queries.ts';
import type { EngineOverview, FieldType } from '../../api/types.ts';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { focusTitle } from '../../parts/focus-title.ts';
import { useAccount } from '../../session.ts';
import { asSchema, type PendingTypes } from './pending-types.ts';
import { ReviewBody } from './review-body.tsx';
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
  const isShown = isOpen && conflict === null;
  return (
    <>
      <Modal opened={isShown} onClose={close} size="lg" title="Preview of this change">
        <ReviewBody
          isOpen={isShown}
          documentCount={engine.document_count}
          isReindexing={engine.reindexing && !save.isPending}
          isChecking={forecast.isFetching}
          forecast={forecast.data}
          error={error}
          isSaving={save.isPending}
          onSave={() => save.mutate()}
          onClose={close}
        />
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
