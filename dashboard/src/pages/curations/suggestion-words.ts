import { counted } from '../../parts/numbers.ts';
import type { AdaptiveSettings, Suggestion, SuggestionStatus } from './suggestions-query.ts';

/** What a suggestion does, by its operation. */
export const OPERATIONS: Readonly<Record<Suggestion['operation'], string>> = {
  create: 'Create a curation',
  update: 'Change the curation',
  delete: 'Delete the curation',
};

export const STATUSES: Readonly<Record<SuggestionStatus, string>> = {
  pending: 'Pending',
  applied: 'Accepted',
  automated: 'Automated',
  rejected: 'Rejected',
  disabled: 'Turned off',
};

export interface Decision {
  readonly status: SuggestionStatus;
  readonly label: string;
  /** What is said when it is done. */
  readonly done: string;
}

const ACCEPT: Decision = { status: 'applied', label: 'Accept', done: 'Suggestion accepted.' };
const AUTOMATE: Decision = {
  status: 'automated',
  label: 'Accept and automate',
  done: 'Suggestion accepted. It follows the clicks.',
};
const REJECT: Decision = { status: 'rejected', label: 'Reject', done: 'Suggestion rejected.' };
const TURN_OFF: Decision = {
  status: 'disabled',
  label: 'Reject and turn off',
  done: 'Nothing is suggested for this query.',
};
const reopen = (label: string): Decision => ({ status: 'pending', label, done: 'Suggestion is pending.' });

/** What can be decided about a suggestion, the most important last. */
export const DECISIONS: Readonly<Record<SuggestionStatus, readonly Decision[]>> = {
  pending: [TURN_OFF, REJECT, AUTOMATE, ACCEPT],
  applied: [reopen('Withdraw'), { ...AUTOMATE, label: 'Automate', done: 'The curation follows the clicks.' }],
  automated: [
    reopen('Withdraw'),
    { ...ACCEPT, label: 'Stop automating', done: 'The curation no longer follows the clicks.' },
  ],
  rejected: [reopen('Move to pending'), ACCEPT],
  disabled: [reopen('Turn on')],
};

/** The settings in one sentence or two. */
export function settingsSentence({ enabled, mode, timeframe, min_clicks: least }: AdaptiveSettings): string {
  const clicks = `documents with at least ${counted(least, 'click')} for a query in the last ${counted(timeframe, 'day')}`;
  if (!enabled) return `Off. When it is on, ${clicks} are suggested for promotion.`;
  const what = `On: ${clicks} are suggested for promotion.`;
  return mode === 'automatic' ? `${what} Suggestions are applied automatically.` : what;
}
