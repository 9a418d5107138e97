import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { ApiError, isConflict } from '../../api/errors.ts';
import { engineKey } from '../../api/queries.ts';
import type { OriginalDocument } from '../../api/types.ts';
import type { DocumentResult } from '../../imports/import-run.ts';
import { cutText } from '../../parts/cut-text.ts';
import { useDraft } from '../../parts/draft.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { focusTitle } from '../../parts/focus-title.ts';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { DocumentConflict } from './document-conflict.tsx';
import { differences, documentOf, editProblem, merged, prettyJson } from './document-edit.ts';
import { ABSENT, draftName, draftOf, type EditDraft, isEdited } from './edit-draft.ts';
import { JsonEditor } from './json-editor.tsx';
import { originalsOf } from './original.ts';

interface Props {
  readonly id: string;
  readonly original: OriginalDocument | null;
  readonly onClose: () => void;
}

/** JSON editor of a document. Saves only over the version it is based on; the draft is kept until it is saved. */
export function DocumentEditor({ id, original, onClose }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const [draft, setDraft, forget] = useDraft(draftName(account.id, engine, id), draftOf(id, original));
  const [theirs, setTheirs] = useState<OriginalDocument | null>();
  const problem = useMemo(() => editProblem(draft.text, id), [draft.text, id]);
  const isChanged = isEdited(id, draft);

  const leave = (): void => {
    forget();
    void client.invalidateQueries({ queryKey: engineKey(account.id, engine) });
    onClose();
    focusTitle();
  };
  const save = useMutation({
    mutationFn: async ({ text, version }: EditDraft) => {
      const path = routeOf.api(account.id, 'engines', engine, 'documents');
      try {
        // Sent unparsed: parsing could lose digits of long numbers.
        const [result] = await call<readonly DocumentResult[]>('POST', path, {
          body: text,
          ifMatch: version,
        });
        if (result !== undefined && result.errors.length > 0) throw new ApiError(400, result.errors);
      } catch (error) {
        if (!isConflict(error)) throw error;
        const [now = null] = await originalsOf(account.id, engine, [id]);
        // It was saved; only the response was lost.
        if (now !== null && differences(now.document, documentOf(text)).length === 0) return;
        setTheirs(now);
        throw error;
      }
    },
    onSuccess: () => {
      notify.done(`${cutText(id)} saved.`);
      leave();
    },
  });
  const submit = (): void => {
    if (problem === undefined && !save.isPending) save.mutate(draft);
  };
  const isConflicting = theirs !== undefined && isConflict(save.error);
  const settle = (next: EditDraft): void => {
    setTheirs(undefined);
    save.reset();
    setDraft(next);
  };
  return (
    <Panel>
      <Stack>
        <JsonEditor
          label="Source document (JSON)"
          value={draft.text}
          onChange={(text) => {
            save.reset();
            setDraft({ ...draft, text });
          }}
          problem={problem?.json}
          onSubmit={submit}
        />
        {problem?.message !== undefined && <ErrorBox messages={[problem.message]} />}
        {!isConflicting && <ErrorBox error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Text size="sm" c="dimmed" style={{ flex: '1 1 10rem' }}>
            {isChanged ? 'Unsaved changes. Press Ctrl-S to save.' : 'No changes.'}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Button variant="default" onClick={leave}>
              {isChanged ? 'Discard changes' : 'Close'}
            </Button>
            <Button loading={save.isPending} disabled={problem !== undefined || !isChanged} onClick={submit}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
      {isConflicting && problem === undefined && (
        <DocumentConflict
          base={draft.base}
          theirs={theirs?.document ?? null}
          mine={documentOf(draft.text)}
          busy={save.isPending}
          onOverwrite={() => {
            const next = { ...draft, version: theirs?.version ?? ABSENT };
            settle(next);
            save.mutate(next);
          }}
          onTakeBoth={() => {
            if (theirs === null) return;
            const { document, version } = theirs;
            settle({
              text: prettyJson(merged(draft.base, document, documentOf(draft.text))),
              base: document,
              version,
            });
          }}
          onTakeTheirs={leave}
          onClose={() => {
            setTheirs(undefined);
            save.reset();
          }}
        />
      )}
    </Panel>
  );
}
