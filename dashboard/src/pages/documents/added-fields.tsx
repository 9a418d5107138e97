import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { overviewQuery } from '../../api/queries.ts';
import type { CurrentImport } from '../../imports/current-import.ts';
import { counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { FieldTypeMark } from './field-type-mark.tsx';
import styles from './import.module.css';

/** The fields that an import has added to the engine. */
export function AddedFields({ current }: { readonly current: CurrentImport }) {
  const { account, engine, before } = current;
  const { data } = useQuery(overviewQuery(account, engine));
  const added = Object.entries(data?.schema ?? {}).filter(([name]) => !before.fields.includes(name));
  if (added.length === 0) return null;
  return (
    <Panel
      title={counted(added.length, 'new field')}
      actions={
        <Button component={Link} href={pageOf.engine(account, engine, 'schema')} variant="default" size="xs">
          Open schema
        </Button>
      }
    >
      <Group gap="lg" component="ul" p={0} m={0} style={{ listStyle: 'none', rowGap: 8 }}>
        {added.map(([name, type]) => (
          <li key={name}>
            <span className={styles.heading}>{name}</span>
            <FieldTypeMark type={type} />
          </li>
        ))}
      </Group>
    </Panel>
  );
}
