import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAddressFlag } from '../parts/address-state.ts';
import { Confirm } from '../parts/confirm.tsx';
import { notify } from '../parts/notify.ts';
import { useAccount } from '../session.ts';
import type { SettingsEditor } from './use-settings-editor.ts';

interface Props {
  readonly editor: SettingsEditor;
  readonly title: string;
  /** What the defaults are. */
  readonly children: ReactNode;
}

/** A button that resets the sections of the page, after a confirmation. */
export function RestoreDefaults({ editor, title, children }: Props) {
  const [opened, setOpened] = useAddressFlag('restore');
  const mayChange = useAccount().may('editor');
  if (!mayChange) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Restore defaults
      </Button>
      <Confirm
        opened={opened}
        title={title}
        button="Restore defaults"
        confirm={editor.restoreDefaults}
        onDone={() => notify.done('Defaults restored.')}
        onClose={() => setOpened(false)}
      >
        {children}
        {editor.isChanged && ' Your unsaved changes are discarded.'}
      </Confirm>
    </>
  );
}
