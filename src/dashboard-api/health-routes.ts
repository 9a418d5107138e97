import { type DashboardRoute, engineVisit } from '../api/dashboard-route.ts';
import { engineHealth, type HealthFeatures } from './engine-health.ts';

/** What may need attention in an engine. */
export const healthRoutes = (features: HealthFeatures): DashboardRoute[] => [
  engineVisit({
    method: 'GET',
    path: '/accounts/:account/engines/:engine/health',
    answer: ({ engine }) => engineHealth(features, engine),
  }),
];
