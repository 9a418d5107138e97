import { Pagination } from '@mantine/core';

interface Props {
  readonly page: number;
  readonly pages: number;
  readonly onChange: (page: number) => void;
}

/** Pagination; nothing if there is only one page. */
export const PageNumbers = ({ page, pages, onChange }: Props) =>
  pages > 1 && (
    <Pagination
      size="sm"
      value={Math.min(page, pages)}
      total={pages}
      onChange={onChange}
      siblings={1}
      boundaries={1}
      getControlProps={(control) => ({ 'aria-label': `${control} page` })}
      getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
    />
  );
