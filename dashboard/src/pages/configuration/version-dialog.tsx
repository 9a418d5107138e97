import { Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { notify } from '../../parts/notify.ts';
import { exactTime } from '../../parts/time.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { ChangeList } from './change-list.tsx';
import { configurationPath, versionQuery } from './configuration-query.ts';

interface Props {
  /** The number of the version; empty closes the dialog. */
  readonly version: string;
  /** The ETag of the configuration that is shown on the page. */
  readonly current: string | null;
  readonly onClose: () => void;
}

export const VersionDialog = ({ version, current, onClose }: Props) => (
  <Modal opened={version !== ''} onClose={onClose} size="lg" title={`Version ${version}`}>
    {version !== '' && <Loaded version={version} current={current} onClose={onClose} />}
  </Modal>
);

function Loaded({ version, current, onClose }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const { data, error } = useQuery(versionQuery(account.id, engine, version));
  const restore = useMutation({
    mutationFn: () =>
      call('POST', configurationPath(account.id, engine, 'versions', version, 'restore'), {
        ifMatch: current,
      }),
    onSuccess: () => {
      notify.done(`Version ${version} restored.`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: engineKey(account.id, engine) }),
  });
  if (error !== null) return <ErrorBox error={error} />;
  if (data === undefined) return <Skeleton h={160} />;
  const { info, diff } = data;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        By <bdi>{info.author}</bdi>, {exactTime(info.created_at)}
      </Text>
      <section>
        <Title order={2} size="h5" mb={6}>
          What restoring it changes
        </Title>
        <ChangeList diff={diff} />
      </section>
      <CodeBlock
        code={JSON.stringify(info.configuration, null, 2)}
        label={`configuration of version ${version}`}
        maxHeight={260}
      />
      <ErrorBox error={restore.error} />
      {account.may('editor') && (
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button loading={restore.isPending} onClick={() => restore.mutate()}>
            Restore
          </Button>
        </Group>
      )}
    </Stack>
  );
}
