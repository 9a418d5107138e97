import { Button, TextInput } from '@mantine/core';
import { useLocation } from 'wouter';
import { limits } from '../../../../src/limits.ts';
import { useForm } from '../../parts/form.ts';
import { FormErrors } from '../../parts/form-errors.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import styles from './judgements.module.css';
import { judgedQueryPage } from './judgements-query.ts';

/** Opens the page where the results of a query are graded. */
export function JudgeQuery() {
  const account = useAccount();
  const engine = useEngineName();
  const [, navigate] = useLocation();
  const form = useForm({
    draft: `judged query ${account.id} ${engine}`,
    initial: { query: '' },
    check: ({ query }) => ({
      query:
        [...query].length > limits.judgedQueryLength
          ? `Query cannot be longer than ${limits.judgedQueryLength} characters`
          : undefined,
    }),
    save: async ({ query }) => judgedQueryPage(account.id, engine, query.trim()),
    saved: (address) => {
      form.reset();
      navigate(address);
    },
  });
  return (
    <form {...form.props}>
      <div className={styles.add}>
        <TextInput
          label="Query"
          description="You grade its results next. Leave it empty for the query that finds all documents."
          autoComplete="off"
          spellCheck={false}
          {...form.input('query')}
        />
        <Button type="submit" loading={form.busy}>
          Grade results
        </Button>
      </div>
      <FormErrors form={form} />
    </form>
  );
}
