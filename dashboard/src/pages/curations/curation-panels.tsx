import { Stack } from '@mantine/core';
import type { Form } from '../../parts/form.ts';
import { Panel } from '../../parts/panel.tsx';
import type { CuratedDocuments } from './curated-documents.ts';
import type { CurationEdit } from './curation-edit.ts';
import type { CurationValues } from './curation-form.ts';
import styles from './curations.module.css';
import { FindDocuments } from './find-documents.tsx';
import { HiddenList } from './hidden-list.tsx';
import { OrganicResults } from './organic-results.tsx';
import { PromotedList } from './promoted-list.tsx';
import { QueriesField } from './queries-field.tsx';
import { QueryTags } from './query-tags.tsx';

interface Props {
  readonly form: Form<CurationValues>;
  readonly edit: CurationEdit;
  readonly documents: CuratedDocuments;
}

/** The curation on one side, documents to choose from on the other. */
export function CurationPanels({ form, edit, documents }: Props) {
  const { queries } = form.values;
  const { onChange, error } = form.input('queries');
  return (
    <div className={styles.columns}>
      <Stack>
        <Panel title="Queries" intro="The whole query has to match. Case makes no difference.">
          {edit.mayChange ? (
            <form {...form.props}>
              <QueriesField label="Applies to" value={queries} onChange={onChange} error={error} />
            </form>
          ) : (
            <QueryTags queries={queries} />
          )}
        </Panel>
        <Panel
          title="Promoted documents"
          intro={
            edit.mayChange
              ? 'Shown first, in this order. Drag them by the handle, or press ↑ and ↓ on the arrow buttons.'
              : 'Shown first, in this order.'
          }
        >
          <PromotedList edit={edit} documents={documents} />
        </Panel>
        <Panel title="Hidden documents" intro="Never shown for these queries.">
          <HiddenList edit={edit} documents={documents} />
        </Panel>
      </Stack>
      <Stack>
        <OrganicResults queries={queries} edit={edit} />
        {edit.mayChange && <FindDocuments edit={edit} />}
      </Stack>
    </div>
  );
}
