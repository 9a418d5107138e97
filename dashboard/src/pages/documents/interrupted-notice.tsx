import { Alert } from '@mantine/core';
import { useState } from 'react';
import { forgetRunning, interruptedImport } from '../../imports/interrupted-import.ts';
import { useAccount } from '../../session.ts';

/** Says that a reload has ended an import into this engine, and how to complete it. */
export function InterruptedNotice({ engine }: { readonly engine: string }) {
  const account = useAccount();
  const [interrupted, setInterrupted] = useState(interruptedImport);
  if (interrupted?.account !== account.id || interrupted.engine !== engine) return null;
  const { fileName, hasIds } = interrupted;
  return (
    <Alert
      variant="light"
      color="yellow"
      title={`The import of ${fileName} was interrupted`}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => {
        forgetRunning();
        setInterrupted(undefined);
      }}
    >
      The page was reloaded, and browsers do not keep files when that happens. Documents imported so far are
      kept.{' '}
      {hasIds
        ? 'To import the rest, choose the file again: documents with the same id are replaced.'
        : 'The documents in the file have no ids: if you choose the file again, those imported so far are added again.'}
    </Alert>
  );
}
