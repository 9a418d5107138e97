import { SegmentedControl, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FieldType } from '../../api/types.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { curlOf, curlRequestOf } from '../../parts/curl.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { number, resultCount } from '../../parts/numbers.ts';
import { Pages } from '../../parts/pages.tsx';
import { useAccount, useAccountFacts, useEngineName } from '../../session.ts';
import { AskMissing } from '../explain/ask-missing.tsx';
import { FacetList } from './facet-list.tsx';
import { ResultCard } from './result-card.tsx';
import { hasCondition, toggledCondition } from './search-body.ts';
import { type SearchAnswer, searchPath } from './test-search.ts';
import styles from './tester.module.css';
import type { TesterState } from './tester-state.ts';

interface Props {
  readonly state: TesterState;
  readonly schema: Readonly<Record<string, FieldType>>;
  readonly change: (next: Partial<TesterState>) => void;
  readonly body: Readonly<Record<string, unknown>>;
  readonly found: { readonly answer: SearchAnswer; readonly milliseconds: number } | undefined;
  /** Messages that belong to no option. */
  readonly rest: readonly string[];
  /** Whether the results belong to an earlier query. */
  readonly isOld: boolean;
}

const ExplainDialog = lazy(() =>
  import('../explain/explain-dialog.tsx').then(({ ExplainDialog }) => ({ default: ExplainDialog })),
);

const VIEWS = [
  { value: 'results', label: 'Results' },
  { value: 'request', label: 'curl' },
  { value: 'answer', label: 'JSON' },
];

/** The results, the time taken, and the request as curl. */
export function TesterResults({ state, schema, change, body, found, rest, isOld }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const { endpoint } = useAccountFacts();
  const entry = { method: 'POST', path: searchPath(account.id, engine), body };
  const page = found?.answer.meta.page;
  const explain = (id: string): void => change({ explain: id, page: state.page });
  const total = page?.total_results ?? 0;
  return (
    <Stack gap="sm">
      <div className={styles.summary}>
        <Text size="sm" role="status" className="numbers">
          {found !== undefined && (
            <>
              {resultCount(total)} <span className={styles.quiet}>in {took(found.milliseconds)}</span>
            </>
          )}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="View"
          data={VIEWS}
          value={VIEWS.some(({ value }) => value === state.view) ? state.view : 'results'}
          onChange={(view) => change({ view, page: state.page })}
        />
      </div>
      <ErrorBox messages={rest} />
      {found !== undefined && <Warnings messages={found.answer.meta.warnings} />}
      {state.view === 'request' && (
        <CodeBlock
          code={curlOf(curlRequestOf(entry, location.origin, endpoint))}
          label="request as curl"
          wrap
        />
      )}
      {state.view === 'answer' && found !== undefined && (
        <CodeBlock code={JSON.stringify(found.answer, null, 2)} label="answer as JSON" wrap />
      )}
      {state.view !== 'request' && state.view !== 'answer' && found !== undefined && (
        <div className={isOld ? styles.old : undefined}>
          <Stack gap="sm">
            <FacetList
              facets={found.answer.facets ?? {}}
              isPicked={(field, value) => hasCondition(state.filters, field, value)}
              onPick={(field, value) =>
                change({ filters: toggledCondition(state.filters, field, value), options: 'on' })
              }
            />
            {found.answer.results.length === 0 && (
              <Text size="sm" c="dimmed" py="md" ta="center">
                No results. Try fewer words, a lower precision or other filters.
              </Text>
            )}
            {found.answer.results.map((result) => (
              <ResultCard key={result._meta.id} result={result} schema={schema} onExplain={explain} />
            ))}
            <AskMissing onAsk={explain} />
            {page !== undefined && page.total_pages > 1 && (
              <Pages
                page={page.current}
                pages={Math.min(page.total_pages, 100)}
                total={total}
                unit="result"
                onChange={(next) => change({ page: String(next) })}
              />
            )}
          </Stack>
        </div>
      )}
      <Suspense fallback={null}>
        {state.explain !== '' && (
          <ExplainDialog
            id={state.explain}
            search={body}
            onClose={() => change({ explain: '', page: state.page })}
          />
        )}
      </Suspense>
    </Stack>
  );
}

const took = (milliseconds: number): string =>
  milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${number(Math.round(milliseconds))} ms`;

const Warnings = ({ messages }: { readonly messages: readonly string[] }) =>
  messages.map((message) => (
    <Text size="sm" c="dimmed" key={message}>
      {message}
    </Text>
  ));
