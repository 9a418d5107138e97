import { type DashboardRoute, personVisit } from '../api/dashboard-route.ts';
import type { Operations } from './operations.ts';

/** The state of the instance, for the first owner. */
export const operationsRoutes = (operations: Operations): DashboardRoute[] => [
  personVisit({ method: 'GET', path: '/operations', answer: () => operations.report() }),
];
