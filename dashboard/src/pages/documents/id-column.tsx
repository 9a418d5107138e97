import { NativeSelect } from '@mantine/core';
import type { Column } from '../../imports/column.ts';
import { withIdColumn } from '../../imports/id-column.ts';

interface Props {
  readonly columns: readonly Column[];
  /** The columns as they were proposed, whose names the others get back. */
  readonly proposed: readonly Column[];
  readonly onChange: (columns: readonly Column[]) => void;
}

const GENERATED = '';

/** Which column has the ids of the documents. Without one, importing a file twice adds every document twice. */
export function IdColumn({ columns, proposed, onChange }: Props) {
  const chosen = columns.findIndex(({ target, imported }) => imported && target === 'id');
  const options = columns.flatMap(({ source, imported }, at) =>
    imported ? [{ value: String(at), label: source || `column ${at + 1}` }] : [],
  );
  return (
    <NativeSelect
      label="Document id"
      description={
        chosen === -1
          ? 'Every document gets a new id. If you import the file again, all documents are added again.'
          : 'A document whose id exists already replaces the existing one.'
      }
      maw={420}
      data={[{ value: GENERATED, label: 'Generated' }, ...options]}
      value={chosen === -1 ? GENERATED : String(chosen)}
      onChange={({ currentTarget: { value } }) =>
        onChange(withIdColumn(columns, proposed, value === GENERATED ? undefined : Number(value)))
      }
    />
  );
}
