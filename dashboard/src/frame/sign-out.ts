import { call } from '../api/client.ts';
import { forgetDrafts } from '../parts/draft.ts';

/** Ends the session and leaves: a fresh document knows nothing of whoever was here. */
export async function signOut(): Promise<void> {
  await call('DELETE', '/session', { untracked: true, withoutSession: true }).catch(() => undefined);
  forgetDrafts();
  location.assign('/');
}
