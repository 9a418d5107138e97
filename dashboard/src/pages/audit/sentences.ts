import type { AuditAction, AuditItem } from '../../api/types.ts';
import { counted, number } from '../../parts/numbers.ts';

const times = (count: number): string => (count === 1 ? '' : ` ${number(count)} times`);

/** The text of each audit action; the subject follows it. */
const ACTIONS: Readonly<Record<AuditAction, string | ((count: number) => string)>> = {
  'account.created': 'created the account',
  'engine.created': 'created the engine',
  'engine.deleted': 'deleted the engine',
  'sample.created': 'created the sample engine',
  'schema.changed': 'changed the schema of',
  'schema.confirmed': 'confirmed types of',
  'reindex.cancelled': 'cancelled a reindex of',
  'synonyms.changed': 'changed the synonyms of',
  'settings.changed': 'changed the search settings of',
  'curations.changed': 'changed the curations of',
  'judgements.changed': 'changed the judgements of',
  'adaptive-relevance.changed': 'changed the adaptive relevance settings of',
  'sources.changed': 'changed the source engines of',
  'configuration.changed': 'changed the configuration of',
  'logs.changed': 'changed the log settings',
  'documents.written': (count) => `wrote ${counted(count, 'document')} in`,
  'documents.deleted': (count) => `deleted ${counted(count, 'document')} in`,
  'key.created': 'created the key',
  'key.changed': 'changed the key',
  'key.deleted': 'deleted the key',
  'token.signed': (count) => `created ${counted(count, 'signed search key')} with the key`,
  'tokens.revoked': 'revoked signed search keys',
  'revocation.deleted': 'deleted a revocation of signed search keys',
  'person.set-up': 'set up the dashboard as',
  'person.invited': 'invited',
  'person.joined': 'joined as',
  'person.changed': 'changed the role of',
  'person.removed': 'removed',
  'person.signed-in': (count) => `signed in${times(count)}`,
  'sign-in.failed': (count) => `failed to sign in${times(count)} as`,
  'invitation.withdrawn': 'withdrew the invitation of',
  'profile.changed': 'changed their profile',
  'password.changed': 'changed the password of',
  'password.reset': 'reset the password of',
};

export function sentenceFor({ action, count, person, subject }: AuditItem): string {
  const phrase = ACTIONS[action] ?? action;
  const words = typeof phrase === 'string' ? phrase : phrase(count);
  // An invitation without an email address is for anyone with the link.
  if (subject === '') return action === 'person.invited' ? 'invited someone' : words.replace(/ (as|of)$/, '');
  // Do not repeat the name for actions on oneself.
  return person === subject ? words.replace(/ (as|of)$/, '') : words;
}
