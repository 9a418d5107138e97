import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { OperationsReport } from '../../api/types.ts';

/** Of the instance, not of an account. */
export const OPERATIONS_PATH = '/operations';

/** Untracked, as the page may poll it. */
export const operationsQuery = queryOptions({
  queryKey: ['operations'],
  queryFn: ({ signal }) => call<OperationsReport>('GET', OPERATIONS_PATH, { signal, untracked: true }),
});
