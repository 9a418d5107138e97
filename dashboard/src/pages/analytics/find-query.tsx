import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useAccount, useEngineName } from '../../session.ts';
import styles from './analytics.module.css';
import { analyticsPage } from './analytics-queries.ts';
import type { View } from './view.ts';

/** Leads to the page of any query, also of one that is in no list. */
export function FindQuery({ view }: { readonly view: View }) {
  const account = useAccount();
  const engine = useEngineName();
  const [, navigate] = useLocation();
  const [query, setQuery] = useState('');
  const open = (event: FormEvent) => {
    event.preventDefault();
    navigate(analyticsPage(account.id, engine, 'query') + view.search({ q: query }));
  };
  return (
    <form className={styles.find} onSubmit={open} aria-label="Find a query">
      <TextInput
        label="Find a query"
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        View
      </Button>
    </form>
  );
}
