import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useObservable } from '../api/observable.ts';
import { useDraft } from '../parts/draft.ts';
import { notify } from '../parts/notify.ts';
import { useAccount, useEngineName } from '../session.ts';
import { lastSave } from './last-save.ts';
import {
  changedSections,
  type Schema,
  type SearchSettings,
  type Section,
  type Sections,
} from './settings.ts';
import { draftOf, edited, isChanged, rebased, type SettingsDraft, undone } from './settings-draft.ts';
import { refreshSettings, settingsApi, settingsQuery } from './settings-query.ts';
import { restoreDefaults, type Saved, saveDraft, undoSave } from './settings-save.ts';

interface Options {
  /** Names the draft. */
  readonly page: string;
  /** The sections that the page edits. */
  readonly sections: readonly Section[];
  readonly schema: Schema;
}

export type SettingsEditor = ReturnType<typeof useSettingsEditor>;

/** Edits sections of the search settings: a draft that survives a reload, saving, undo, and conflicts. */
export function useSettingsEditor({ page, sections, schema }: Options) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const seen = useSuspenseQuery(settingsQuery(account.id, engine)).data;
  const [kept, keep, forget] = useDraft<SettingsDraft | null>(`${page} ${account.id} ${engine}`, null);
  const last = useObservable(lastSave);
  const api = settingsApi(account.id, engine);
  // Without changes, the page follows the server.
  const draft = kept !== null && isChanged(kept) ? kept : draftOf(seen.data, seen.version);

  const setDraft = (next: SettingsDraft): void => {
    keep(isChanged(next) ? next : null);
    if (!isChanged(next)) forget();
  };
  const discard = (): void => {
    keep(null);
    forget();
  };
  const newest = useRef(draft);
  newest.current = draft;
  const done = async (saved: Saved | null, sent?: SettingsDraft): Promise<void> => {
    const isUndoable = saved !== null && changedSections(saved.before, saved.after).length > 0;
    // The draft stays until the saved settings are here, so that the page does not show the old ones in between.
    await refreshSettings(client, account.id, engine);
    lastSave.set(isUndoable ? { ...saved, account: account.id, engine, page } : null);
    const now = client.getQueryData(settingsQuery(account.id, engine).queryKey);
    if (sent === undefined || now === undefined || newest.current.value === sent.value) discard();
    // Edited while it was being saved.
    else setDraft(rebased({ ...newest.current, base: sent.value }, now.data, now.version));
  };

  const save = useMutation({
    mutationFn: (sent: SettingsDraft) => saveDraft(api, sent),
    onSuccess: done,
  });
  const undo = useMutation({
    mutationFn: (saved: Saved) => undoSave(api, saved, schema),
    onSuccess: async () => {
      await done(null);
      notify.done('The previous settings are in force again.');
    },
    onError: () => void refreshSettings(client, account.id, engine),
  });
  return {
    value: draft.value,
    saved: draft.base,
    draft,
    isChanged: isChanged(draft),
    /** What the page last saved here, if it can be undone. */
    last: last?.account === account.id && last.engine === engine && last.page === page ? last : null,
    edit: (change: Sections, part: string): void => setDraft(edited(draft, change, part)),
    undoEdit: (): void => setDraft(undone(draft)),
    discard: (): void => {
      save.reset();
      discard();
    },
    save,
    undo,
    /** Saves over the version that caused a conflict. */
    overwrite: (current: SearchSettings, version: string | null): void => {
      const next = rebased(draft, current, version);
      setDraft(next);
      save.mutate(next);
    },
    takeTheirs: (): void => {
      save.reset();
      discard();
      void refreshSettings(client, account.id, engine);
    },
    restoreDefaults: async (): Promise<void> => {
      try {
        await done(await restoreDefaults(api, sections, schema, seen));
      } catch (error) {
        void refreshSettings(client, account.id, engine);
        throw error;
      }
    },
  };
}
