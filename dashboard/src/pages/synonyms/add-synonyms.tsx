import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useForm } from '../../parts/form.ts';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { useAccount, useEngineName } from '../../session.ts';
import styles from './synonyms.module.css';
import { inOneLine, refreshSynonyms, type SynonymSet, synonymsPath } from './synonyms-query.ts';
import { TermsField } from './terms-field.tsx';

interface Props {
  /** The first term of the new set, from a link; empty for none. */
  readonly first: string;
  readonly onAdded: (set: SynonymSet) => void;
}

/** Adds a set by typing its terms. */
export function AddSynonyms({ first, onAdded }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const form = useForm({
    // A link gets its own draft, so that it does not replace terms that are already typed.
    draft: `synonyms ${account.id} ${engine}${first === '' ? '' : ` ${first}`}`,
    initial: { synonyms: first === '' ? [] : [first] },
    about: { synonyms: /synonym/i },
    save: (body) => call<SynonymSet>('POST', synonymsPath(account.id, engine), { body }),
    saved: (set) => {
      form.reset({ synonyms: [] });
      notify.done(`Synonym set added: ${inOneLine(set.synonyms)}.`);
      void refreshSynonyms(client, account.id, engine);
      onAdded(set);
    },
  });
  return (
    <form {...form.props}>
      <div className={styles.add}>
        <TermsField
          label="New synonym set"
          description="Type at least two terms, separated by commas or Enter. A term may have several words."
          className={styles.terms ?? ''}
          {...form.input('synonyms')}
        />
        <Button type="submit" loading={form.busy}>
          Add
        </Button>
      </div>
      <FormErrors form={form} />
    </form>
  );
}
