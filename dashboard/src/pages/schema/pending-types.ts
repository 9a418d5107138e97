import { useMemo } from 'react';
import type { EngineOverview, FieldType } from '../../api/types.ts';
import { useDraft } from '../../parts/draft.ts';

/** A type that somebody has chosen and not saved yet. */
export interface TypeChoice {
  readonly name: string;
  /** The type that the field had when it was chosen. */
  readonly from: FieldType;
  readonly to: FieldType;
}

interface Draft {
  /** The schema's version when the first of the choices was made. */
  readonly version: string;
  readonly choices: readonly TypeChoice[];
}

const NOTHING: Draft = { version: '', choices: [] };

export interface PendingTypes {
  /** What saving would change now. */
  readonly choices: readonly TypeChoice[];
  readonly of: (name: string) => TypeChoice | undefined;
  readonly choose: (name: string, type: FieldType) => void;
  readonly drop: () => void;
  /** Keeps the choices, knowing what somebody else has made of the schema meanwhile. */
  readonly settleOn: (schema: Readonly<Record<string, FieldType>>, version: string | null) => void;
  /** What `If-Match` has to say. */
  readonly version: string;
}

/**
 * Choices that wait to be saved; they survive a reload.
 *
 * The page follows the schema while it is open, so a change elsewhere that touches none of the chosen fields has been
 * seen, and the newest version is the one to save over. If a chosen field itself has got another type meanwhile, the
 * version stays that of the choice: the server will refuse, and the conflict is shown.
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

/** The choices as the server takes them. */
export const asSchema = (choices: readonly TypeChoice[]): Record<string, FieldType> =>
  Object.fromEntries(choices.map(({ name, to }) => [name, to]));
