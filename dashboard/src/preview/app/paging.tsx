import { useSearch } from '@elastic/react-search-ui';
import { Pagination } from '@mantine/core';

/** The API's maximum page number. */
const LAST = 100;

export function Paging() {
  const { current = 1, totalPages, setCurrent } = useSearch();
  if (totalPages < 2) return null;
  return (
    <Pagination
      value={current}
      total={Math.min(totalPages, LAST)}
      onChange={(page) => {
        setCurrent(page);
        window.scrollTo(0, 0);
      }}
      siblings={1}
      boundaries={1}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
    />
  );
}
