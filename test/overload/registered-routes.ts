import { type RegisteredRoute, withRoutes } from '../support/router.ts';
import { startTestService } from '../support/service.ts';

/** Every route of the service, from the router of one that is closed at once. */
export async function registeredRoutes(): Promise<readonly RegisteredRoute[]> {
  const ends: Array<() => unknown> = [];
  const [, routes] = await withRoutes(() =>
    startTestService({ after: (end: () => unknown) => ends.push(end) } as never),
  );
  for (const end of ends) await end();
  return routes;
}
