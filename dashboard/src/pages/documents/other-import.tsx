import { Alert, Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { CurrentImport } from '../../imports/current-import.ts';

/** Shown while another import is running in this window. */
export const OtherImport = ({ current }: { readonly current: CurrentImport }) => (
  <Alert variant="light" color="yellow">
    {current.fileName} is still being imported into {current.engine}. You can start another import when it has
    finished.{' '}
    <Anchor component={Link} size="sm" href={pageOf.engine(current.account, current.engine, 'import')}>
      Show import
    </Anchor>
  </Alert>
);
