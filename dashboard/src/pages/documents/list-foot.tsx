import { Group, NativeSelect, Text } from '@mantine/core';
import type { PageMeta } from '../../api/types.ts';
import { counted, number } from '../../parts/numbers.ts';
import { PageNumbers } from '../../parts/page-numbers.tsx';
import { type Browsing, type ChangeBrowsing, LAST_PAGE, lastPage, SIZES } from './browsing.ts';

interface Props {
  readonly meta: PageMeta;
  readonly browsing: Browsing;
  readonly onChange: ChangeBrowsing;
}

/** The server counts results up to this number. */
export const COUNTED = 10_000;
const LARGEST = SIZES.at(-1) ?? 0;

/** The pages of the list, and how far they reach. */
export function ListFoot({ meta, browsing, onChange }: Props) {
  const { size, total_results: results, total_pages: pages } = meta;
  const last = lastPage(pages);
  const reach = Math.min(last * size, results);
  return (
    <>
      <Group justify="space-between" align="center" gap="sm">
        <PageNumbers page={browsing.page} pages={last} onChange={(page) => onChange({ page })} />
        {results > (SIZES[0] ?? 0) && (
          <NativeSelect
            aria-label="Documents per page"
            size="xs"
            ml="auto"
            data={SIZES.map((choice) => ({ value: String(choice), label: `${choice} per page` }))}
            value={String(browsing.size)}
            onChange={(event) => onChange({ size: Number(event.currentTarget.value) })}
          />
        )}
      </Group>
      {(results >= COUNTED || results > reach) && (
        <Text size="sm" c="dimmed">
          Only the first {counted(reach, 'document')} can be browsed.{' '}
          {size < LARGEST
            ? `Show ${LARGEST} per page to reach ${number(LAST_PAGE * LARGEST)}, or search and filter.`
            : 'Search or filter to reach the others.'}
        </Text>
      )}
    </>
  );
}
