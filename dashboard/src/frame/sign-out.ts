import { call } from '../api/client.ts';
import { forgetDrafts } from '../parts/draft.ts';

/** Ends the session and reloads, so that no data of the person stays in memory. */
export async function signOut(): Promise<void> {
  await call('DELETE', '/session', { untracked: true, withoutSession: true }).catch(() => undefined);
  forgetDrafts();
  location.assign('/');
}
