import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useAccount, useEngineName } from '../../session.ts';
import styles from './analytics.module.css';
import { analyticsPage } from './analytics-queries.ts';
import type { View } from './view.ts';

/** A query as a text: visitors often send an empty one, which finds everything. */
export const termText = (term: string): string => (term === '' ? '(empty query)' : term);

/** A query with a link to its page. */
export const Term = ({ term, view }: { readonly term: string; readonly view: View }) => (
  <Anchor
    component={Link}
    href={analyticsPage(useAccount().id, useEngineName(), 'query') + view.search({ q: term })}
    size="sm"
  >
    <bdi className={styles.long}>{termText(term)}</bdi>
  </Anchor>
);
