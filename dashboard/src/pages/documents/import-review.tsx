import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../../../../src/error-texts.ts';
import type { Column } from '../../imports/column.ts';
import { ENCODING_NAMES } from '../../imports/encoding.ts';
import { FORMAT_NAMES } from '../../imports/layout.ts';
import { columnsOf, type Preview } from '../../imports/preview.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { bytes, counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import type { Schema } from './browsing.ts';
import type { ChosenFile } from './chosen-file.ts';
import { checkColumns } from './column-check.ts';
import { ColumnTable } from './column-table.tsx';
import { IdColumn } from './id-column.tsx';
import { SampleTable } from './sample-table.tsx';
import { UnreadableParts } from './unreadable-parts.tsx';

interface Props {
  readonly chosen: ChosenFile;
  readonly preview: Preview;
  readonly columns: readonly Column[];
  /** The schema of the engine; empty for a new one. */
  readonly schema: Schema;
  readonly onChange: (columns: readonly Column[]) => void;
  /** A button that chooses another file. */
  readonly other: ReactNode;
}

/** The contents of a file, and the mapping of its columns to fields. */
export function ImportReview({ chosen, preview, columns, schema, onChange, other }: Props) {
  const { file, name } = chosen;
  const { layout, sampled, isWhole } = preview;
  const proposed = columnsOf(preview);
  const { errors, isTooMany } = checkColumns(columns, schema);
  const renames = proposed.filter(({ source, target }) => source !== target).length;
  const facts = [
    FORMAT_NAMES[layout.format],
    ...(layout.encoding === 'utf-8' ? [] : [ENCODING_NAMES[layout.encoding]]),
    bytes(file.size),
    isWhole ? counted(sampled, 'document') : `types detected from the first ${counted(sampled, 'document')}`,
  ];
  return (
    <>
      <UnreadableParts preview={preview} />
      {renames > 0 && (
        <Alert variant="light" color="yellow">
          {counted(renames, 'column was', 'columns were')} renamed to valid, unique field names. Check the
          names below.
        </Alert>
      )}
      <Panel title={name} intro={facts.join(' · ')} actions={other} flush>
        <ColumnTable
          preview={preview}
          columns={columns}
          errors={errors}
          schema={schema}
          onChange={onChange}
        />
      </Panel>
      <IdColumn columns={columns} proposed={proposed} onChange={onChange} />
      <SampleTable preview={preview} columns={columns} schema={schema} />
      {isTooMany && <ErrorBox messages={[`${texts.tooManyFields}. Leave some out.`]} />}
    </>
  );
}
