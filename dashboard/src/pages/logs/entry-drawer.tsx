import { Drawer, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { EntryDetails } from './entry-details.tsx';
import { entryQuery } from './log-query.ts';

interface Props {
  /** The id of the entry; empty closes the drawer. */
  readonly id: string;
  readonly onClose: () => void;
  /** Filters the list by a key. */
  readonly onKey: (name: string) => void;
}

export const EntryDrawer = ({ id, onClose, onKey }: Props) => (
  <Drawer
    opened={id !== ''}
    onClose={onClose}
    title="API request"
    position="right"
    size="min(46rem, 100vw)"
    overlayProps={{ backgroundOpacity: 0.4, blur: 2 }}
    styles={{ title: { fontWeight: 620, fontSize: '1.05rem' } }}
  >
    {id !== '' && <Loaded id={id} onKey={onKey} />}
  </Drawer>
);

function Loaded({ id, onKey }: Pick<Props, 'id' | 'onKey'>) {
  const { data, error } = useQuery(entryQuery(useAccount().id, useEngineName(), id));
  if (error !== null) return <ErrorBox error={error} />;
  if (data === undefined) return <PageSkeleton />;
  if (data === null) return <Text size="sm">This entry is no longer in the log.</Text>;
  return <EntryDetails entry={data} onKey={onKey} />;
}
