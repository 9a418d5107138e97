import { NativeSelect, Text } from '@mantine/core';
import type { FieldType } from '../../api/types.ts';
import type { Column } from '../../imports/column.ts';
import type { PreviewField } from '../../imports/preview.ts';
import { countUnconvertible } from '../../imports/proposal.ts';
import { counted } from '../../parts/numbers.ts';
import type { Schema } from './browsing.ts';
import { FieldTypeMark } from './field-type-mark.tsx';

interface Props {
  readonly column: Column;
  readonly field: PreviewField;
  readonly schema: Schema;
  readonly onChange: (type: FieldType) => void;
}

/** The type of a field: fixed if the schema has it, else a choice of the types that fit. */
export function ColumnType({ column, field, schema, onChange }: Props) {
  const { target } = column;
  if (target === 'id') {
    return (
      <Text size="sm" c="dimmed">
        document ID
      </Text>
    );
  }
  const known = Object.hasOwn(schema, target) ? schema[target] : undefined;
  if (known !== undefined) {
    const bad = countUnconvertible(field.values, known);
    return (
      <>
        <FieldTypeMark type={known} />
        {bad > 0 && (
          <Text size="xs" c="var(--mantine-color-error)" mt={4}>
            {counted(bad, 'sample value does', 'sample values do')} not fit; such documents will be rejected.
          </Text>
        )}
      </>
    );
  }
  if (field.fits.length === 0) return <FieldTypeMark type="text" />;
  return (
    <NativeSelect
      size="sm"
      aria-label={`Type of ${target}`}
      data={['text', ...field.fits]}
      value={column.type}
      description={column.type === 'text' ? `detected: ${field.fits.join(' or ')}` : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange(event.currentTarget.value as FieldType)}
    />
  );
}
