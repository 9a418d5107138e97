import { ActionIcon, Anchor, Button, Group, Table, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey, enginesQuery } from '../../api/queries.ts';
import type { EngineOverview } from '../../api/types.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useForm } from '../../parts/form.ts';
import { FormErrors } from '../../parts/form-errors.tsx';
import { languageName } from '../../parts/languages.ts';
import { number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount } from '../../session.ts';
import { SourceField } from './source-field.tsx';

/** The sources of a meta engine; editors add and remove them. */
export function SourceEngines({ engine }: { readonly engine: EngineOverview }) {
  const account = useAccount();
  const client = useQueryClient();
  const all = useSuspenseQuery(enginesQuery(account.id)).data.results;
  const path = routeOf.api(account.id, 'engines', engine.name, 'source_engines');
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: engineKey(account.id, engine.name) });
    void client.invalidateQueries({ queryKey: enginesQuery(account.id).queryKey });
  };
  const remove = useMutation({
    mutationFn: (name: string) => call('DELETE', path, { body: [name] }),
    onSettled: refresh,
  });
  const form = useForm({
    initial: { sources: [] as string[] },
    about: { sources: /source engine/i },
    save: ({ sources }) => call('POST', path, { body: sources }),
    saved: () => {
      form.reset();
      void refresh();
    },
  });
  const mayChange = account.may('editor');
  return (
    <Panel title="Source engines" intro="Searches find the documents of all of them." flush>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th ta="right">Documents</Table.Th>
            <Table.Th visibleFrom="sm">Language</Table.Th>
            <Table.Th w={60}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {engine.source_engines.map((name) => {
            const source = all.find((known) => known.name === name);
            return (
              <Table.Tr key={name}>
                <Table.Td>
                  <Anchor component={Link} href={pageOf.engine(account.id, name)} size="sm">
                    {name}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">{source && number(source.document_count)}</Table.Td>
                <Table.Td visibleFrom="sm">{source && languageName(source.language)}</Table.Td>
                <Table.Td>
                  {mayChange && (
                    <Tooltip label="Remove from the sources">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Remove ${name}`}
                        loading={remove.isPending && remove.variables === name}
                        onClick={() => remove.mutate(name)}
                      >
                        <IconX size={16} stroke={1.6} />
                      </ActionIcon>
                    </Tooltip>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <ErrorBox error={remove.error} />
      {mayChange && (
        <form {...form.props}>
          <Group p="md" align="flex-end">
            <SourceField
              label="Add source engines"
              taken={engine.source_engines}
              style={{ flex: '1 1 16rem' }}
              {...form.input('sources')}
            />
            <Button type="submit" loading={form.busy} disabled={form.values.sources.length === 0}>
              Add
            </Button>
          </Group>
          <FormErrors form={form} />
        </form>
      )}
    </Panel>
  );
}
