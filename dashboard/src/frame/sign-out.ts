import { call } from '../api/client.ts';
import { observable } from '../api/observable.ts';
import { draftNames, forgetDrafts } from '../parts/draft.ts';

/** The drafts that signing out would discard, while the person is asked about them; otherwise empty. */
export const draftsAtRisk = observable<readonly string[]>([]);

/** Signs out at once, or asks first if there are unsaved changes. */
export function requestSignOut(): void {
  const drafts = draftNames();
  if (drafts.length === 0) void signOut();
  else draftsAtRisk.set(drafts);
}

/** Ends the session and reloads, so that no data of the person stays in memory. */
export async function signOut(): Promise<void> {
  await call('DELETE', '/session', { untracked: true, withoutSession: true }).catch(() => undefined);
  forgetDrafts();
  location.assign('/');
}
