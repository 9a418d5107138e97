import { Button, FileButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { call } from '../../api/client.ts';
import { useForm } from '../../parts/form.ts';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import type { Judgement } from './judgement.ts';
import { importSummary, judgementsIn, sendInBatches, textOf } from './judgement-file.ts';
import styles from './judgements.module.css';
import { judgementsPath, refreshJudgements } from './judgements-query.ts';

const EXAMPLE = '{\n  "judgements": [\n    { "query": "volcano", "document_id": "a", "grade": 3 }\n  ]\n}';

interface Props {
  readonly opened: boolean;
  /** The judgements that the engine has. */
  readonly present: readonly Judgement[];
  readonly onClose: () => void;
}

export const ImportJudgements = ({ opened, present, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} size="lg" title="Import judgements">
    {opened && <ImportForm present={present} onClose={onClose} />}
  </Modal>
);

function ImportForm({ present, onClose }: Omit<Props, 'opened'>) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const form = useForm({
    draft: `judgements to import ${account.id} ${engine}`,
    initial: { text: '' },
    // There is no other input.
    about: { text: /^/ },
    save: async ({ text }) => {
      const judgements = judgementsIn(text);
      try {
        await sendInBatches(judgements, (batch) =>
          call('PUT', judgementsPath(account.id, engine), { body: { judgements: batch } }),
        );
      } finally {
        // Some requests may have succeeded.
        void refreshJudgements(client, account.id, engine);
      }
      return judgements.length;
    },
    saved: (count) => {
      form.reset();
      notify.done(`${counted(count, 'judgement')} imported.`);
      onClose();
    },
  });
  const { text } = form.values;
  const summary = useMemo(() => {
    try {
      return importSummary(judgementsIn(text), present);
    } catch {
      return '';
    }
  }, [text, present]);
  const { onChange, ...input } = form.input('text');
  const forgetFile = useRef<() => void>(null);
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return;
    // Allows the same file to be chosen again after a change.
    forgetFile.current?.();
    try {
      onChange(await textOf(file));
    } catch (error) {
      notify.failed(error);
    }
  };
  return (
    <form {...form.props}>
      <Stack>
        <Text size="sm">
          Judgements of the same query and document are replaced; all others stay. The format is that of the
          API, and of an export.
        </Text>
        <Group>
          <FileButton
            accept=".json,application/json"
            resetRef={forgetFile}
            inputProps={{ 'aria-label': 'File of judgements' }}
            onChange={choose}
          >
            {(props) => (
              <Button variant="default" {...props}>
                Choose a file
              </Button>
            )}
          </FileButton>
        </Group>
        <Textarea
          label="Judgements (JSON)"
          placeholder={EXAMPLE}
          rows={10}
          spellCheck={false}
          autoCapitalize="off"
          className={styles.text ?? ''}
          data-autofocus
          onChange={onChange}
          {...input}
          styles={{ error: { whiteSpace: 'pre-line' } }}
        />
        <Text size="sm" role="status">
          {summary}
        </Text>
        <FormButtons form={form} submit="Import" disabled={text.trim() === ''} onCancel={onClose} />
      </Stack>
    </form>
  );
}
