import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { AdaptiveSettingsForm } from './adaptive-settings-form.tsx';
import { adaptiveSettingsQuery } from './suggestions-query.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const AdaptiveSettingsDialog = ({ opened, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} title="Settings of adaptive relevance">
    {opened && <Loaded onClose={onClose} />}
  </Modal>
);

function Loaded({ onClose }: Pick<Props, 'onClose'>) {
  const account = useAccount();
  const seen = useQuery({
    ...adaptiveSettingsQuery(account.id, useEngineName()),
    // Conflicts are detected on save.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (seen.data === undefined) return <ErrorBox error={seen.error} />;
  return (
    <AdaptiveSettingsForm
      key={seen.data.version}
      settings={seen.data.data.curation}
      version={seen.data.version}
      onReload={seen.refetch}
      onClose={onClose}
    />
  );
}
