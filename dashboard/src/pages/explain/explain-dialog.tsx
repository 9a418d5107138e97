import { Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { useExplanation } from './explanation.ts';
import { ScorePicture } from './score-picture.tsx';
import { verdictOf } from './sentences.ts';
import { StageList } from './stage-list.tsx';

interface Props {
  /** The document; empty closes the dialog. */
  readonly id: string;
  /** The search, as it is sent. */
  readonly search: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

/** Why a document is among the results, or which stage of the search dropped it. */
export const ExplainDialog = ({ id, search, onClose }: Props) => (
  <Modal opened={id !== ''} onClose={onClose} size="lg" title="Why is this document here, or not?">
    {id !== '' && <Loaded id={id} search={search} />}
  </Modal>
);

function Loaded({ id, search }: Omit<Props, 'onClose'>) {
  const { data, error } = useExplanation(useAccount().id, useEngineName(), search, id);
  if (error !== null) return <ErrorBox error={error} />;
  if (data === undefined) return <Skeleton h={160} />;
  const { stages, parts, score } = data;
  return (
    <Stack>
      <div>
        <Text ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{id}</bdi>
        </Text>
        <Text fw={600} role="status">
          {verdictOf(data)}
        </Text>
      </div>
      <section>
        <Title order={3} size="h6" mb={6}>
          Stages of the search
        </Title>
        <StageList stages={stages} />
      </section>
      {score !== null && parts.length > 0 && (
        <section>
          <Title order={3} size="h6" mb={6}>
            Parts of its score
          </Title>
          <ScorePicture parts={parts} score={score} />
        </section>
      )}
    </Stack>
  );
}
