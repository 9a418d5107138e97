import type { AuditAction, AuditItem } from '../../api/types.ts';
import { counted } from '../../parts/numbers.ts';

/** What was done, in words; the subject is shown after them. */
const DEEDS: Readonly<Record<AuditAction, string | ((count: number) => string)>> = {
  'account.created': 'created the account',
  'engine.created': 'created the engine',
  'engine.deleted': 'deleted the engine',
  'sample.created': 'created the sample engine',
  'schema.changed': 'changed the schema of',
  'schema.confirmed': 'confirmed types of',
  'reindex.cancelled': 'cancelled a reindex of',
  'documents.written': (count) => `wrote ${counted(count, 'document')} in`,
  'documents.deleted': (count) => `deleted ${counted(count, 'document')} in`,
  'key.created': 'created the key',
  'key.changed': 'changed the key',
  'key.deleted': 'deleted the key',
  'person.set-up': 'set up the dashboard as',
  'person.invited': 'invited',
  'person.joined': 'joined as',
  'person.changed': 'changed the role of',
  'person.removed': 'removed',
  'invitation.withdrawn': 'withdrew the invitation of',
  'password.changed': 'changed the password of',
  'password.reset': 'reset the password of',
};

export function sentenceFor({ action, count, person, subject }: AuditItem): string {
  const deed = DEEDS[action] ?? action;
  const words = typeof deed === 'string' ? deed : deed(count);
  // An invitation without an address is for whoever has the link.
  if (subject === '') return action === 'person.invited' ? 'invited someone' : words.replace(/ of$/, '');
  // What one did to oneself needs no name twice.
  return person === subject ? words.replace(/ (as|of)$/, '') : words;
}
