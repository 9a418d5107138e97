import { Modal, Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { enginesQuery } from '../../api/queries.ts';
import type { EngineItem } from '../../api/types.ts';
import { useForm } from '../../parts/form.ts';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { useAccount } from '../../session.ts';
import { SourceField } from '../meta-engines/source-field.tsx';
import { engineNameOf } from './engine-name.ts';
import { EngineNameField } from './engine-name-field.tsx';
import { LanguageField } from './language-field.tsx';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const CreateEngine = ({ opened, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} title="Create an engine">
    <CreateForm onClose={onClose} />
  </Modal>
);

function CreateForm({ onClose }: { readonly onClose: () => void }) {
  const account = useAccount();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const form = useForm({
    draft: `engine ${account.id}`,
    initial: { name: '', type: 'default' as EngineItem['type'], language: '', sources: [] as string[] },
    about: { sources: /source engine/i, name: /^name|`name`|engine name/i, language: /language/i },
    save: ({ name: typed, type, language, sources }) => {
      // If nothing remains of the name, the server says why.
      const name = engineNameOf(typed) || typed;
      const body =
        type === 'meta'
          ? { name, type, source_engines: sources }
          : { name, ...(language !== '' && { language }) };
      return call<{ name: string }>('POST', routeOf.api(account.id, 'engines'), { body });
    },
    saved: ({ name }) => {
      void client.invalidateQueries({ queryKey: enginesQuery(account.id).queryKey });
      notify.done(`Engine ${name} created.`);
      navigate(pageOf.engine(account.id, name));
    },
  });
  return (
    <form {...form.props}>
      <Stack>
        <EngineNameField data-autofocus {...form.input('name')} />
        <Radio.Group label="Type" {...form.input('type')}>
          <Stack gap={8} mt={6}>
            <Radio value="default" label="Engine" description="Has documents of its own." />
            <Radio
              value="meta"
              label="Meta engine"
              description="Searches the documents of other engines together."
            />
          </Stack>
        </Radio.Group>
        {form.values.type === 'meta' ? (
          <SourceField label="Source engines" taken={[]} {...form.input('sources')} />
        ) : (
          <LanguageField {...form.input('language')} />
        )}
        <FormErrors form={form} />
        <FormButtons form={form} submit="Create" onCancel={onClose} />
      </Stack>
    </form>
  );
}
