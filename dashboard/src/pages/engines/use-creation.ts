import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { isGone } from '../../api/errors.ts';
import { enginesQuery } from '../../api/queries.ts';
import type { Column } from '../../imports/column.ts';
import { columnsOf, type Preview, restoredColumns } from '../../imports/preview.ts';
import { startImport } from '../../imports/start-import.ts';
import { useDraft } from '../../parts/draft.ts';
import { useForm } from '../../parts/form.ts';
import { type ChosenFile, chosenFile, PASTED, pastedDraft } from '../documents/chosen-file.ts';
import { addFields, fieldsToAdd, newFields } from '../documents/new-fields.ts';
import { engineNameOf, proposedName } from './engine-name.ts';

/**
 * Creates an engine with the types of its fields, starts the import and opens its progress. If only the engine could be
 * created, `created` has its name, and the next try continues there.
 */
export function useCreation(chosen: ChosenFile, preview: Preview) {
  const { account, file, name: fileName } = chosen;
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { results: engines } = useSuspenseQuery(enginesQuery(account)).data;
  // By the name of the file, so that a reload restores them when the file is chosen again.
  const [created, setCreated, forgetCreated] = useDraft(`created engine ${account} ${fileName}`, '');
  const [, , forgetPasted] = useDraft(pastedDraft(account, null), '');
  const taken = new Set(engines.map(({ name }) => name));

  const create = async (typed: string, language: string): Promise<string> => {
    // If nothing remains of the name, the server says why.
    const name = engineNameOf(typed) || typed;
    const body = { name, ...(language !== '' && { language }) };
    await call('POST', routeOf.api(account, 'engines'), { body });
    setCreated(name);
    void client.invalidateQueries({ queryKey: enginesQuery(account).queryKey });
    return name;
  };

  const form = useForm({
    draft: `new engine ${account} ${fileName}`,
    initial: {
      name: proposedName(fileName === PASTED ? '' : fileName, taken),
      language: '',
      columns: columnsOf(preview) as readonly Column[],
    },
    about: { name: /^name|`name`|engine name/i, language: /language/i },
    save: async (values) => {
      const columns = restoredColumns(values.columns, preview);
      const engine = created || (await create(values.name, values.language));
      const added = fieldsToAdd({ columns, preview, schema: {}, isEmpty: true });
      try {
        await addFields(account, engine, added);
      } catch (error) {
        // Deleted in the meantime: the next try creates it again.
        if (isGone(error)) setCreated('');
        throw error;
      }
      const toConfirm = newFields(columns, {}).filter((column) => !added.includes(column));
      return { engine, columns, toConfirm };
    },
    saved: ({ engine, columns, toConfirm }) => {
      startImport({
        account,
        engine,
        file,
        fileName,
        layout: preview.layout,
        columns,
        before: { fields: [], documents: 0 },
        seenFields: toConfirm.map(({ target }) => target),
      });
      forgetCreated();
      if (fileName === PASTED) forgetPasted();
      navigate(pageOf.engine(account, engine, 'import'));
      chosenFile.set(null);
    },
  });
  return { form, created };
}
