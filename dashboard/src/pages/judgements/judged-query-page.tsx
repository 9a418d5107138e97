import { useQuery } from '@tanstack/react-query';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { JudgedQueryEditor } from './judged-query-editor.tsx';
import { judgementsOfQuery } from './judgements-query.ts';

export function JudgedQueryPage() {
  const account = useAccount();
  const engine = useEngineName();
  // Shows "Not found" if the engine does not exist; stays if it is deleted.
  useEngineOverview({ stay: true });
  const [query] = useAddressState('query');
  const { data, error } = useQuery(judgementsOfQuery(account.id, engine, query));
  if (data !== undefined) return <JudgedQueryEditor key={query} query={query} seen={data} />;
  return (
    <EnginePage title="Judge a query">
      {error === null ? <PageSkeleton /> : <ErrorBox error={error} />}
    </EnginePage>
  );
}
