import { Alert, Anchor, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { overviewQuery } from '../../api/queries.ts';
import type { EngineOverview } from '../../api/types.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount } from '../../session.ts';
import { conflictingFields } from './conflicting-fields.ts';

/** The fields of a meta engine that cannot be used, because their types differ between its sources, and the way out. */
export function TypeConflicts({ engine }: { readonly engine: EngineOverview }) {
  const account = useAccount();
  const sources = useQueries({
    queries: engine.source_engines.map((name) => overviewQuery(account.id, name)),
    combine: (results) =>
      results.flatMap(({ data }) => (data === undefined ? [] : [{ engine: data.name, schema: data.schema }])),
  });
  const conflicts = conflictingFields(sources);
  if (conflicts.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} stroke={1.6} />}
      title={`${counted(conflicts.length, 'field has', 'fields have')} different types in the source engines`}
    >
      <Stack gap="xs">
        <Text size="sm">
          They are not searched, and searches that name them are refused. Change the type in the source
          engines until all agree.
        </Text>
        {conflicts.map(({ name, types }) => (
          <Text size="sm" key={name}>
            <Code>{name}</Code>{' '}
            {types.map(({ type, engines }, at) => (
              <Fragment key={type}>
                {at > 0 && '; '}
                {type} in{' '}
                {engines.map((source, i) => (
                  <Fragment key={source}>
                    {i > 0 && ', '}
                    <Anchor
                      component={Link}
                      href={pageOf.engine(account.id, source, 'schema')}
                      size="sm"
                      inherit
                    >
                      {source}
                    </Anchor>
                  </Fragment>
                ))}
              </Fragment>
            ))}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
