import { isDeepStrictEqual } from 'node:util';
import type { CurationRecord, SuggestionRecord, SuggestionStatus } from '../store/port.ts';

/** What a suggestion is after a step, before its curation is changed. */
export type NextSuggestion = Omit<SuggestionRecord, 'query' | 'createdAt' | 'updatedAt'>;

/** What to do about a suggestion, and about the curation of its query. */
export type Step =
  | { readonly kind: 'keep' }
  | { readonly kind: 'remove' }
  | {
      readonly kind: 'put';
      readonly next: NextSuggestion;
      /** `apply` does what the suggestion says, `withdraw` deletes the curation that it has made. */
      readonly curation: 'stays' | 'apply' | 'withdraw';
    };

const KEEP: Step = { kind: 'keep' };
const REMOVE: Step = { kind: 'remove' };

const IN_FORCE: readonly SuggestionStatus[] = ['applied', 'automated'];
const isInForce = ({ status }: SuggestionRecord): boolean => IN_FORCE.includes(status);

/**
 * Whose the curation of a query is. One that a suggestion has made counts as made by hand as soon as somebody changes
 * it.
 */
export function ownerOf(
  suggestion: SuggestionRecord | undefined,
  curation: CurationRecord | undefined,
): 'nobody' | 'suggestion' | 'hand' {
  if (curation === undefined) return 'nobody';
  const { id, queries, promoted, hidden } = curation;
  const isOwn =
    suggestion !== undefined &&
    suggestion.applied !== null &&
    suggestion.curationId === id &&
    isDeepStrictEqual(queries, [suggestion.query]) &&
    isDeepStrictEqual(promoted, suggestion.applied) &&
    hidden.length === 0;
  return isOwn ? 'suggestion' : 'hand';
}

/**
 * What new clicks change about the suggestion of a query. `proposal` are the documents to promote according to the
 * clicks, none if there are too few. Automatic suggestions are applied at once, but never over a curation that was made
 * by hand.
 */
export function stepByClicks(
  current: SuggestionRecord | undefined,
  curation: CurationRecord | undefined,
  proposal: readonly string[],
  isAutomatic: boolean,
): Step {
  const status = current?.status;
  if (status === 'disabled') return KEEP;
  const owner = ownerOf(current, curation);
  // Somebody has deleted the curation: do not suggest the same again.
  if (current !== undefined && isInForce(current) && current.applied !== null && owner === 'nobody') {
    return { kind: 'put', next: { ...unmade(current), status: 'rejected' }, curation: 'stays' };
  }
  const proposed = nextOf(current, curation, owner, proposal);
  if (proposed === 'in force') {
    // A suggested change that is not needed any more.
    return current !== undefined && status === 'pending'
      ? { kind: 'put', next: { ...current, promoted: proposal, status: 'applied' }, curation: 'stays' }
      : KEEP;
  }
  if (proposed === 'nothing') return current === undefined || status === 'rejected' ? KEEP : REMOVE;
  const isSame =
    current !== undefined &&
    current.operation === proposed.operation &&
    isDeepStrictEqual(current.promoted, proposed.promoted);
  if (status === 'rejected' && isSame) return KEEP;
  const keepsItself = status === 'automated' && owner === 'suggestion';
  if (keepsItself || (isAutomatic && !proposed.overridesManual)) {
    return { kind: 'put', next: { ...proposed, status: 'automated' }, curation: 'apply' };
  }
  if (status === 'pending' && isSame && current?.overridesManual === proposed.overridesManual) return KEEP;
  return { kind: 'put', next: { ...proposed, status: 'pending' }, curation: 'stays' };
}

/** What the clicks suggest, whether or not it is applied. */
function nextOf(
  current: SuggestionRecord | undefined,
  curation: CurationRecord | undefined,
  owner: ReturnType<typeof ownerOf>,
  promoted: readonly string[],
): Omit<NextSuggestion, 'status'> | 'in force' | 'nothing' {
  const common = { promoted, curationId: curation?.id ?? null };
  const isEnough = promoted.length > 0;
  switch (owner) {
    case 'nobody':
      if (!isEnough) return 'nothing';
      return { ...common, operation: 'create', applied: null, overridesManual: false };
    case 'suggestion':
      if (isDeepStrictEqual(promoted, current?.applied)) return 'in force';
      return {
        ...common,
        operation: isEnough ? 'update' : 'delete',
        applied: current?.applied ?? null,
        overridesManual: false,
      };
    case 'hand':
      if (!isEnough || isDeepStrictEqual(promoted, curation?.promoted)) return 'nothing';
      return { ...common, operation: 'update', applied: null, overridesManual: true };
  }
}

/** What a change of the status does. The transition is a valid one: the status is another. */
export function stepByStatus(
  current: SuggestionRecord,
  curation: CurationRecord | undefined,
  status: SuggestionStatus,
): Step {
  const willBeInForce = IN_FORCE.includes(status);
  if (isInForce(current)) {
    if (willBeInForce) return { kind: 'put', next: { ...current, status }, curation: 'stays' };
    const isOwn = ownerOf(current, curation) === 'suggestion';
    return { kind: 'put', next: { ...unmade(current), status }, curation: isOwn ? 'withdraw' : 'stays' };
  }
  return { kind: 'put', next: { ...current, status }, curation: willBeInForce ? 'apply' : 'stays' };
}

/** A suggestion whose curation is gone. */
const unmade = (current: SuggestionRecord): NextSuggestion => ({
  ...current,
  operation: 'create',
  curationId: null,
  applied: null,
  overridesManual: false,
});
