import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { pageOf, queryOf } from '../../addresses.ts';
import { useAccount, useEngineName } from '../../session.ts';
import styles from './analytics.module.css';
import { termText } from './term.tsx';

/** What an editor can do about a query. Nothing can be done about the empty one. */
export function TermActions({ term }: { readonly term: string }) {
  const account = useAccount();
  const engine = useEngineName();
  if (term === '' || !account.may('editor')) return null;
  const to = (page: string, parameters: Readonly<Record<string, string>>) =>
    pageOf.engine(account.id, engine, page) + queryOf(parameters);
  return (
    <Group gap="sm" justify="flex-end">
      <Anchor
        component={Link}
        size="sm"
        className={styles.action}
        href={to('synonyms', { add: term, try: term })}
        aria-label={`Add a synonym for ${termText(term)}`}
      >
        Add a synonym
      </Anchor>
      <Anchor
        component={Link}
        size="sm"
        className={styles.action}
        href={to('curations', { query: term })}
        aria-label={`Curate ${termText(term)}`}
      >
        Curate
      </Anchor>
    </Group>
  );
}
