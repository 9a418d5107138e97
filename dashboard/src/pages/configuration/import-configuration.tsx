import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { engineKey } from '../../api/queries.ts';
import { useDraft } from '../../parts/draft.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { ChangeList } from './change-list.tsx';
import styles from './configuration.module.css';
import { type Configuration, configurationPath, diffOf } from './configuration-query.ts';

function parsed(text: string): Configuration {
  try {
    return JSON.parse(text) as Configuration;
  } catch (error) {
    throw new ApiError(400, [`This is not JSON: ${error instanceof Error ? error.message : ''}`]);
  }
}

/** Replaces sections of the configuration by those of a JSON document, after showing what that changes. */
export function ImportConfiguration({ version }: { readonly version: string | null }) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const [text, setText, forget] = useDraft(`configuration ${account.id} ${engine}`, '');
  const review = useMutation({
    mutationFn: async () => ({ version, diff: await diffOf(account.id, engine, parsed(text)) }),
  });
  const apply = useMutation({
    mutationFn: () =>
      call('PUT', configurationPath(account.id, engine), {
        body: parsed(text),
        ifMatch: review.data?.version ?? null,
      }),
    onSuccess: () => {
      notify.done('Configuration applied.');
      setText('');
      forget();
      review.reset();
    },
    onSettled: () => client.invalidateQueries({ queryKey: engineKey(account.id, engine) }),
  });
  const change = (next: string): void => {
    review.reset();
    apply.reset();
    setText(next);
  };
  return (
    <Panel
      title="Import"
      intro="Sections that the document has replace the current ones; the others stay as they are. Nothing is applied before you have seen the changes."
    >
      <Stack>
        <Textarea
          label="Configuration (JSON)"
          placeholder='{ "version": 1, "synonyms": [{ "synonyms": ["lava", "volcano"] }] }'
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          autoCapitalize="off"
          className={styles.text ?? ''}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <ErrorBox error={apply.error ?? review.error} />
        {review.data !== undefined && <ChangeList diff={review.data.diff} />}
        <Group justify="flex-end">
          <Button
            variant={review.data === undefined ? 'filled' : 'default'}
            loading={review.isPending}
            disabled={text.trim() === ''}
            onClick={() => {
              apply.reset();
              review.mutate();
            }}
          >
            Show changes
          </Button>
          {review.data !== undefined && (
            <Button loading={apply.isPending} onClick={() => apply.mutate()}>
              Apply
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}
