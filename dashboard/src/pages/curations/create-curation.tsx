import { Button, Group, Stack } from '@mantine/core';
import { useLocation } from 'wouter';
import { useForm } from '../../parts/form.ts';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { curationOf, curationPage, newCurationPage, queryLabel } from './curations-query.ts';
import { QueriesField } from './queries-field.tsx';

/** Opens a new curation of the typed queries, or the existing one of the first query that has one. */
export function CreateCuration() {
  const account = useAccount();
  const engine = useEngineName();
  const [, navigate] = useLocation();
  const form = useForm({
    draft: `new curation ${account.id} ${engine}`,
    initial: { queries: [] as string[] },
    check: ({ queries }) => ({ queries: queries.length === 0 ? 'Enter at least one query.' : undefined }),
    save: async ({ queries }) => {
      for (const query of queries) {
        const id = await curationOf(account.id, engine, query);
        if (id !== null) return { id, query };
      }
      return null;
    },
    saved: (existing, { queries }) => {
      form.reset();
      if (existing === null) navigate(newCurationPage(account.id, engine, queries));
      else {
        notify.done(`“${queryLabel(existing.query)}” already has a curation.`);
        navigate(curationPage(account.id, engine, existing.id));
      }
    },
  });
  const { value, onChange, error } = form.input('queries');
  return (
    <form {...form.props}>
      <Stack gap="sm">
        <QueriesField
          label="Queries of a new curation"
          description="Press Enter after each query. Case makes no difference."
          value={value}
          onChange={onChange}
          error={error}
        />
        <FormErrors form={form} />
        <Group>
          <Button type="submit" loading={form.busy}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
