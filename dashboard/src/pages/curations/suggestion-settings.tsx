import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useAddressFlag } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { AdaptiveSettingsDialog } from './adaptive-settings-dialog.tsx';
import { settingsSentence } from './suggestion-words.ts';
import { adaptivePath, adaptiveSettingsQuery } from './suggestions-query.ts';

/** The settings of adaptive relevance in a sentence, and its actions. */
export function SuggestionSettings({ onCompute }: { readonly onCompute: () => void }) {
  const account = useAccount();
  const engine = useEngineName();
  const [isOpen, setOpen] = useAddressFlag('settings');
  const { data, error } = useQuery(adaptiveSettingsQuery(account.id, engine));
  const compute = useMutation({
    mutationFn: () => call('POST', adaptivePath(account.id, engine, 'update_process', 'curation', 'refresh')),
    onSuccess: onCompute,
  });
  const mayChange = account.may('editor');
  return (
    <Panel
      title="Adaptive relevance"
      intro="Clicks on results show which documents visitors want."
      actions={
        mayChange && (
          <Group gap="xs">
            <Button variant="default" size="xs" loading={compute.isPending} onClick={() => compute.mutate()}>
              Compute now
            </Button>
            <Button variant="default" size="xs" onClick={() => setOpen(true)}>
              Settings
            </Button>
          </Group>
        )
      }
    >
      <ErrorBox error={error ?? compute.error} />
      {data !== undefined && <Text size="sm">{settingsSentence(data.data.curation)}</Text>}
      <AdaptiveSettingsDialog opened={mayChange && isOpen} onClose={() => setOpen(false)} />
    </Panel>
  );
}
