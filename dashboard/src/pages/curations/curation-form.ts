import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { call, type Versioned } from '../../api/client.ts';
import type { ApiError } from '../../api/errors.ts';
import { focusTitle } from '../../parts/focus-title.ts';
import { notify } from '../../parts/notify.ts';
import { useVersionedForm } from '../../parts/versioned-form.ts';
import { useAccount, useEngineName } from '../../session.ts';
import type { Curated } from './curated.ts';
import {
  type Curation,
  curationPage,
  curationQuery,
  curationsPath,
  NEW,
  readCuration,
  refreshCurations,
} from './curations-query.ts';

const NO_DOCUMENTS = 'Promote or hide at least one document.';

/** An alias, as interfaces have no implicit index signature. */
export type CurationValues = {
  readonly queries: readonly string[];
  readonly documents: Curated;
  /** The version that was edited; a restored draft may be older than what is loaded. */
  readonly version: string | null;
};

export const valuesOf = ({ data, version }: Versioned<Omit<Curation, 'id'>>): CurationValues => ({
  queries: data.queries,
  documents: { promoted: data.promoted, hidden: data.hidden },
  version,
});

/** What a save has written: the id of a new curation, or the changed one. */
type Written = { readonly created: string } | { readonly changed: Versioned<Curation> };

/** The form of a curation; `id` is null for one that is not saved yet. */
export function useCurationForm(id: string | null, seen: Versioned<Omit<Curation, 'id'>>) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const read = (one: string) => readCuration(account.id, engine, one);
  const keep = (now: Versioned<Curation>) =>
    client.setQueryData(curationQuery(account.id, engine, now.data.id).queryKey, now);

  const write = async (
    { queries, documents, version }: CurationValues,
    over: ApiError | null,
  ): Promise<Written> => {
    const body = { queries, ...documents };
    // A curation that was deleted in the meantime is created again.
    if (id === null || over?.current === null) {
      const made = await call<{ readonly id: string }>('POST', curationsPath(account.id, engine), { body });
      return { created: made.id };
    }
    const ifMatch = over === null ? version : over.version;
    await call('PUT', curationsPath(account.id, engine, id), { body, ifMatch });
    return { changed: await read(id) };
  };
  const { form, dialog } = useVersionedForm<CurationValues, Written>({
    draft: `curation ${account.id} ${engine} ${id ?? `${NEW} ${JSON.stringify(seen.data.queries)}`}`,
    initial: valuesOf(seen),
    about: { queries: /^quer(y|ies)\b/i, documents: /^(promoted|hidden|curation must)\b/i },
    check: ({ queries, documents: { promoted, hidden } }) => ({
      queries: queries.length === 0 ? 'Enter at least one query.' : undefined,
      documents: promoted.length + hidden.length === 0 ? NO_DOCUMENTS : undefined,
    }),
    save: write,
    saved: (written) => {
      void refreshCurations(client, account.id, engine);
      if ('created' in written) {
        notify.done('Curation created.');
        form.reset();
        navigate(curationPage(account.id, engine, written.created), { replace: true });
        return;
      }
      notify.done('Curation saved.');
      keep(written.changed);
      form.reset(valuesOf(written.changed));
      focusTitle();
    },
    takeTheirs: async ({ current }) => {
      if (id === null || current === null) {
        form.reset();
        return navigate(pageOf.engine(account.id, engine, 'curations'));
      }
      try {
        const now = await read(id);
        keep(now);
        form.reset(valuesOf(now));
      } catch (error) {
        notify.failed(error);
      }
    },
  });

  return {
    form,
    dialog,
    discard: () => {
      form.reset();
      focusTitle();
    },
  };
}
