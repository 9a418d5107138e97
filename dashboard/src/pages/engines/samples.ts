import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { enginesQuery } from '../../api/queries.ts';
import type { EngineItem, SampleRequest } from '../../api/types.ts';
import { notify } from '../../parts/notify.ts';
import { useAccount } from '../../session.ts';

interface Sample {
  readonly sample: SampleRequest['sample'];
  readonly label: string;
  /** The name that its engine gets. */
  readonly engine: string;
}

export const SAMPLES: readonly Sample[] = [
  { sample: 'national-parks', label: 'National parks', engine: 'national-parks-demo' },
  { sample: 'earthquakes', label: 'Earthquakes (dates and locations)', engine: 'earthquakes-demo' },
];

/** Creates a sample engine and opens it. */
export function useSample() {
  const account = useAccount();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (sample: SampleRequest['sample']) =>
      call<EngineItem>('POST', routeOf.account(account.id, 'samples'), { body: { sample } }),
    onSuccess: ({ name }) => {
      void client.invalidateQueries({ queryKey: enginesQuery(account.id).queryKey });
      navigate(pageOf.engine(account.id, name));
    },
    onError: notify.failed,
  });
}
