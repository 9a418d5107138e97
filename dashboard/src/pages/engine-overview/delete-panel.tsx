import { Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { EngineOverview } from '../../api/types.ts';
import { useAddressFlag } from '../../parts/address-state.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount } from '../../session.ts';
import { DeleteEngine } from '../engines/delete-engine.tsx';

/** Deletes the engine after its name is typed. */
export function DeletePanel({ engine }: { readonly engine: EngineOverview }) {
  const account = useAccount();
  const [, navigate] = useLocation();
  const [deleting, setDeleting] = useAddressFlag('delete');
  return (
    <Panel
      title="Delete this engine"
      intro={
        engine.type === 'meta'
          ? 'Permanently deletes the meta engine. Its source engines and their documents are kept.'
          : 'Permanently deletes the engine and all its documents.'
      }
    >
      <Group>
        <Button
          color="red"
          variant="outline"
          leftSection={<IconTrash size={16} />}
          onClick={() => setDeleting(true)}
        >
          Delete engine
        </Button>
      </Group>
      <DeleteEngine
        engine={deleting ? engine.name : null}
        onClose={() => setDeleting(false)}
        onDone={() => navigate(pageOf.engines(account.id))}
      />
    </Panel>
  );
}
