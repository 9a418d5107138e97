import { useMemo } from 'react';
import type { EngineOverview, FieldType } from '../../api/types.ts';
import { useDraft } from '../../parts/draft.ts';

/** An unsaved type change. */
export interface TypeChoice {
  readonly name: string;
  /** The field's type when the change was made. */
  readonly from: FieldType;
  readonly to: FieldType;
}

interface Draft {
  /** The schema version when the first change was made. */
  readonly version: string;
  readonly choices: readonly TypeChoice[];
}

const NOTHING: Draft = { version: '', choices: [] };

export interface PendingTypes {
  /** The changes that saving would apply. */
  readonly choices: readonly TypeChoice[];
  readonly of: (name: string) => TypeChoice | undefined;
  readonly choose: (name: string, type: FieldType) => void;
  readonly drop: () => void;
  /** Keeps the changes and rebases them on the current schema. */
  readonly settleOn: (schema: Readonly<Record<string, FieldType>>, version: string | null) => void;
  /** The version for `If-Match`. */
  readonly version: string;
}

/**
 * Unsaved type changes, which survive a reload.
 *
 * The page follows the schema while it is open, so a change by others that does not affect the changed fields is already
 * displayed, and the newest version can be overwritten. If a changed field has got another type, the version stays that of
 * the change: the server then responds with a conflict, which is shown.
 */
export function usePendingTypes(account: string, engine: EngineOverview): PendingTypes {
  const [draft, setDraft, forget] = useDraft<Draft>(`schema ${account} ${engine.name}`, NOTHING);
  const types = useMemo(() => new Map(Object.entries(engine.schema)), [engine.schema]);
  const choices = draft.choices.filter(({ name, to }) => types.has(name) && types.get(name) !== to);
  const isUndisturbed = choices.every(({ name, from }) => types.get(name) === from);
  const version = isUndisturbed ? engine.schema_version : draft.version;
  const drop = (): void => {
    setDraft(NOTHING);
    forget();
  };
  return {
    choices,
    of: (name) => choices.find((choice) => choice.name === name),
    choose(name, to) {
      const from = types.get(name);
      if (from === undefined) return;
      const others = choices.filter((choice) => choice.name !== name);
      const next = to === from ? others : [...others, { name, from, to }];
      if (next.length === 0) drop();
      else setDraft({ version, choices: next });
    },
    drop,
    settleOn(schema, newest) {
      const now = new Map(Object.entries(schema));
      const kept = choices.flatMap((choice) => {
        const from = now.get(choice.name);
        return from === undefined ? [] : [{ ...choice, from }];
      });
      setDraft({ version: newest ?? '', choices: kept });
    },
    version,
  };
}

/** The changes as the server expects them. */
export const asSchema = (choices: readonly TypeChoice[]): Record<string, FieldType> =>
  Object.fromEntries(choices.map(({ name, to }) => [name, to]));
