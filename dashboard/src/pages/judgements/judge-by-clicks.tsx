import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../src/limits.ts';
import { call } from '../../api/client.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useForm } from '../../parts/form.ts';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { type ClickJudgements, ClickProposal } from './click-proposal.tsx';
import { judgementsPath, refreshJudgements } from './judgements-query.ts';

const { days, minClicks } = limits.clickJudgements;

interface Props {
  readonly opened: boolean;
  /** How many judgements from clicks the engine has. */
  readonly stored: number;
  readonly onClose: () => void;
}

/** Computes judgements from clicks, and stores them after they were shown. */
export const JudgeByClicks = ({ opened, stored, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} size="lg" title="Judgements from clicks">
    {opened && <ClicksForm stored={stored} onClose={onClose} />}
  </Modal>
);

interface Proposal {
  readonly options: object;
  readonly found: ClickJudgements;
}

function ClicksForm({ stored, onClose }: Omit<Props, 'opened'>) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const path = judgementsPath(account.id, engine, 'from_clicks');
  const [proposed, setProposed] = useState<Proposal | null>(null);
  const form = useForm({
    initial: { days: days.default, min_clicks: minClicks.default },
    about: { days: /^days/i, min_clicks: /^min clicks/i },
    save: (body) => call<ClickJudgements>('POST', `${path}?dry_run=true`, { body }),
    saved: (found, options) => setProposed({ options, found }),
  });
  const store = useMutation({
    mutationFn: (options: object) => call<ClickJudgements>('POST', path, { body: options }),
    onSuccess: (made) => {
      notify.done(`${counted(made.judgements, 'judgement')} from clicks stored.`);
      onClose();
      void refreshJudgements(client, account.id, engine);
    },
  });
  // Other options need another proposal.
  const isCurrent = proposed !== null && proposed.options === form.values;
  const hasEffect = isCurrent && (proposed.found.judgements > 0 || stored > 0);
  return (
    <form {...form.props}>
      <Stack>
        <Text size="sm">
          Documents that people click often for a query are relevant to it. These judgements replace earlier
          ones from clicks; those that were made by hand stay and count instead.
        </Text>
        <Group grow align="flex-start">
          <NumberInput
            label="Days whose clicks count"
            min={1}
            max={days.most}
            clampBehavior="none"
            data-autofocus
            {...form.input('days')}
          />
          <NumberInput
            label="Fewest clicks of a document"
            min={1}
            max={minClicks.most}
            clampBehavior="none"
            {...form.input('min_clicks')}
          />
        </Group>
        <FormErrors form={form} />
        <div role="status">{isCurrent && <ClickProposal found={proposed.found} stored={stored} />}</div>
        <ErrorBox error={store.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={hasEffect ? 'default' : 'filled'} loading={form.busy}>
            Preview
          </Button>
          {hasEffect && (
            <Button loading={store.isPending} onClick={() => store.mutate(proposed.options)}>
              {proposed.found.judgements > 0 ? 'Store judgements' : 'Delete the earlier ones'}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
