import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey, overviewQuery } from '../../api/queries.ts';
import type { EngineOverview } from '../../api/types.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { focusTitle } from '../../parts/focus-title.ts';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount } from '../../session.ts';

/** Maximum names to list. */
const NAMED = 8;

/** New fields whose types should be confirmed. */
export function UnconfirmedCallout({ engine }: { readonly engine: EngineOverview }) {
  const account = useAccount();
  const client = useQueryClient();
  const names = engine.unconfirmed_fields.map(({ name }) => name);
  const confirm = useMutation({
    // By name, so that a field that has just been added is not confirmed unseen.
    mutationFn: () =>
      call<EngineOverview>('POST', routeOf.account(account.id, 'engines', engine.name, 'schema', 'confirm'), {
        body: { fields: names },
      }),
    onSuccess: (overview) => {
      client.setQueryData(overviewQuery(account.id, engine.name).queryKey, overview);
      void client.invalidateQueries({ queryKey: engineKey(account.id, engine.name) });
      notify.done(`${counted(names.length, 'type')} confirmed.`);
      focusTitle();
    },
  });
  if (names.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconSparkles size={18} stroke={1.6} />}
      title={`${counted(names.length, 'new field was', 'new fields were')} detected`}
    >
      <Text size="sm" component="p" m={0}>
        {names.slice(0, NAMED).map((name) => (
          <Fragment key={name}>
            <Code bg="transparent" px={0} mr={4} fz={13}>
              {name}
            </Code>{' '}
          </Fragment>
        ))}
        {names.length > NAMED && `and ${names.length - NAMED} more`}
      </Text>
      <Text size="sm" mt={6}>
        {account.may('editor')
          ? 'New fields are text. Choose other types below where needed, then confirm the types.'
          : 'New fields are text until an editor changes their types.'}
      </Text>
      {account.may('editor') && (
        <Group mt="sm">
          <Button size="sm" variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm types
          </Button>
        </Group>
      )}
      <ErrorBox error={confirm.error} />
    </Alert>
  );
}
