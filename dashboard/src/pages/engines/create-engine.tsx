import { Modal, Radio, Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { enginesQuery } from '../../api/queries.ts';
import type { EngineItem } from '../../api/types.ts';
import { useForm } from '../../parts/form.ts';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { languageOptions } from '../../parts/languages.ts';
import { notify } from '../../parts/notify.ts';
import { useAccount } from '../../session.ts';
import { SourceField } from '../meta-engines/source-field.tsx';

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
    save: ({ name, type, language, sources }) =>
      call<{ name: string }>('POST', routeOf.api(account.id, 'engines'), {
        body:
          type === 'meta'
            ? { name, type, source_engines: sources }
            : { name, ...(language !== '' && { language }) },
      }),
    saved: ({ name }) => {
      void client.invalidateQueries({ queryKey: enginesQuery(account.id).queryKey });
      notify.done(`Engine ${name} created.`);
      navigate(pageOf.engine(account.id, name));
    },
  });
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label="Name"
          description="Lower-case letters, digits and dashes. Used in URLs; it cannot be changed later."
          placeholder="my-engine"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.input('name')}
        />
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
          <Select
            label="Language"
            description="The main language of your content, used for stemming and stop words. Choose Universal if unsure."
            data={languageOptions}
            allowDeselect={false}
            searchable
            {...form.input('language')}
          />
        )}
        <FormErrors form={form} />
        <FormButtons form={form} submit="Create" onCancel={onClose} />
      </Stack>
    </form>
  );
}
