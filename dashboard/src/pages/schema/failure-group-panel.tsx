import { Stack, Text } from '@mantine/core';
import { useAddressPage } from '../../parts/address-state.ts';
import { counted, number } from '../../parts/numbers.ts';
import { Pages } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { FailureGroup } from './failure-groups.ts';
import { ValueTable } from './value-table.tsx';

const PER_PAGE = 25;

/** The conversion errors of one field, paginated. */
export function FailureGroupPanel({ group }: { readonly group: FailureGroup }) {
  const { field, type, count, first } = group;
  const pages = Math.ceil(first.length / PER_PAGE);
  const [asked, setPage] = useAddressPage(`page-${field}`);
  const page = Math.min(asked, pages);
  const rows = first
    .slice((page - 1) * PER_PAGE, page * PER_PAGE)
    .map(({ document_id, reason }) => ({ document: document_id, text: reason }));
  return (
    <Panel title={field} intro={`${counted(count, 'value')} could not be converted to ${type}`}>
      <Stack>
        <ValueTable shows="reason" rows={rows} label={`Values of ${field} that failed`} />
        {pages > 1 && <Pages page={page} pages={pages} total={count} unit="value" onChange={setPage} />}
        {count > first.length && page === pages && (
          <Text size="sm" c="dimmed">
            The first {number(first.length)} are shown here; the download has them all.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}
