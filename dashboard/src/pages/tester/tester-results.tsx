import { SegmentedControl, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { FieldType } from '../../api/types.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { curlOf, curlRequestOf } from '../../parts/curl.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { resultCount } from '../../parts/numbers.ts';
import { Pages } from '../../parts/pages.tsx';
import { useAccount, useAccountFacts, useEngineName } from '../../session.ts';
import { AskMissing } from '../explain/ask-missing.tsx';
import { FacetList } from './facet-list.tsx';
import { ResultList } from './result-list.tsx';
import { hasCondition, toggledCondition } from './search-body.ts';
import { type Found, searchPath } from './test-search.ts';
import styles from './tester.module.css';
import type { TesterState } from './tester-state.ts';
import { tookText } from './took.ts';

interface Props {
  readonly state: TesterState;
  readonly schema: Readonly<Record<string, FieldType>>;
  readonly change: (next: Partial<TesterState>) => void;
  readonly body: Readonly<Record<string, unknown>>;
  readonly found: Found | undefined;
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
  // The tester requests every field for its list. The command gets the fields of the result settings.
  const { result_fields: _, ...search } = body;
  const entry = { method: 'POST', path: searchPath(account.id, engine), body: search };
  const page = found?.answer.meta.page;
  const explain = (id: string): void => change({ explain: id, page: state.page });
  const total = page?.total_results ?? 0;
  return (
    <Stack gap="sm">
      <div className={styles.summary}>
        <Text size="sm" role="status" className="numbers">
          {found !== undefined && (
            <>
              {resultCount(total)}{' '}
              <span className={styles.quiet}>{tookText(found.serverTime, found.waited)}</span>
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
        <CodeBlock code={JSON.stringify(found.answer, null, 2)} label="response as JSON" wrap />
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
            <ResultList
              answer={found.answer}
              schema={schema}
              open={state.open}
              onOpen={(open) => change({ open, page: state.page })}
              onExplain={explain}
            />
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

const Warnings = ({ messages }: { readonly messages: readonly string[] }) =>
  messages.map((message) => (
    <Text size="sm" c="dimmed" key={message}>
      {message}
    </Text>
  ));
