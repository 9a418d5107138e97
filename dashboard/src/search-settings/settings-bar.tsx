import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { isConflict } from '../api/errors.ts';
import { ConflictDialog } from '../parts/conflict-dialog.tsx';
import { ErrorBox } from '../parts/error-box.tsx';
import { focusTitle } from '../parts/focus-title.ts';
import { useAccount } from '../session.ts';
import { lastSave } from './last-save.ts';
import { pick, type SearchSettings } from './settings.ts';
import styles from './settings-bar.module.css';
import { unsaved, unsavedSections } from './settings-draft.ts';
import type { SettingsEditor } from './use-settings-editor.ts';

interface Props {
  readonly editor: SettingsEditor;
  /** Why the settings cannot be saved yet. */
  readonly problem?: string | undefined;
}

/** A sticky bar for unsaved changes, and for undoing the last save. */
export function SettingsBar({ editor, problem }: Props) {
  const { draft, save, undo, last } = editor;
  const mayChange = useAccount().may('editor');
  const conflict = isConflict(save.error) ? save.error : null;
  const names = unsavedSections(draft);
  const undoButton = useRef<HTMLButtonElement>(null);
  const offered = useRef(last);
  useEffect(() => {
    if (last === null || editor.isChanged || last === offered.current) return;
    // The focused button no longer exists.
    offered.current = last;
    undoButton.current?.focus({ preventScroll: true });
  }, [last, editor.isChanged]);
  return (
    <>
      <ErrorBox error={conflict === null && editor.isChanged ? save.error : null} />
      <ErrorBox error={undo.error} />
      {/* Always rendered, so that screen readers announce its content. */}
      <div role="status" className={editor.isChanged || last !== null ? styles.bar : undefined}>
        {editor.isChanged && (
          <Group justify="space-between" gap="sm">
            <div>
              <Text size="sm" fw={550}>
                Unsaved changes
              </Text>
              {(problem !== undefined || !mayChange) && (
                <Text size="sm" c="dimmed">
                  {mayChange ? problem : 'You can try changes here. Saving requires the Editor role.'}
                </Text>
              )}
            </div>
            <Group gap="xs">
              <Button
                variant="default"
                disabled={draft.past.length === 0 || save.isPending}
                onClick={() => {
                  editor.undoEdit();
                  // The focused button is disabled or gone.
                  if (draft.past.length === 1) focusTitle();
                }}
              >
                Undo
              </Button>
              <Button
                variant="default"
                disabled={save.isPending}
                onClick={() => {
                  editor.discard();
                  focusTitle();
                }}
              >
                Discard
              </Button>
              {mayChange && (
                <Button
                  loading={save.isPending}
                  disabled={problem !== undefined}
                  onClick={() => {
                    undo.reset();
                    save.mutate(draft);
                  }}
                >
                  Save
                </Button>
              )}
            </Group>
          </Group>
        )}
        {!editor.isChanged && last !== null && (
          <Group justify="space-between" gap="sm">
            <Text size="sm">Settings saved. Searches use them now.</Text>
            <Group gap={4}>
              <Button
                ref={undoButton}
                variant="light"
                loading={undo.isPending}
                onClick={() => undo.mutate(last, { onSuccess: focusTitle })}
              >
                Undo
              </Button>
              <CloseButton aria-label="Dismiss" onClick={() => lastSave.set(null)} />
            </Group>
          </Group>
        )}
      </div>
      <ConflictDialog
        conflict={conflict}
        mine={unsaved(draft)}
        show={(value) => JSON.stringify(pick(value as SearchSettings, names), null, 2)}
        busy={save.isPending}
        onOverwrite={(version) => editor.overwrite(conflict?.current as SearchSettings, version)}
        onTakeTheirs={editor.takeTheirs}
        onClose={save.reset}
      />
    </>
  );
}
