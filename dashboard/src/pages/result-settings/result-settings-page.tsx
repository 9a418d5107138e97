import { Button, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconListDetails } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { RestoreDefaults } from '../../search-settings/restore-defaults.tsx';
import { ID, type SearchSettings } from '../../search-settings/settings.ts';
import { SettingsBar } from '../../search-settings/settings-bar.tsx';
import { settingsPath } from '../../search-settings/settings-query.ts';
import { useSettingsEditor } from '../../search-settings/use-settings-editor.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { useAnswers } from './answer-query.ts';
import { answerSize } from './answer-size.ts';
import { OtherFieldTable } from './other-field-table.tsx';
import styles from './result-settings.module.css';
import { TextFieldTable } from './text-field-table.tsx';

/** Milliseconds without an edit before the answer is updated. */
const PAUSE = 250;
const SECTIONS = ['result_fields'] as const;

export function ResultSettingsPage() {
  const account = useAccount();
  const name = useEngineName();
  const { schema, field_count: count } = useEngineOverview({ stay: true });
  const editor = useSettingsEditor({ page: 'result-settings', sections: SECTIONS, schema });
  const [query, setQuery] = useAddressState('q');
  const fields = editor.value.result_fields;
  const known = Object.entries(fields).filter(([field]) => field === ID || Object.hasOwn(schema, field));
  // Compared as text, so that equal settings are searched once.
  const [wanted] = useDebouncedValue(
    editor.isChanged ? JSON.stringify(Object.fromEntries(known)) : '',
    PAUSE,
  );
  const unsaved = useMemo(
    (): SearchSettings['result_fields'] | null =>
      wanted === '' || !editor.isChanged ? null : JSON.parse(wanted),
    [wanted, editor.isChanged],
  );
  const answers = useAnswers(account.id, name, query, unsaved);
  const sizes = answers.data && answerSize(answers.data.after)?.byField;
  const texts = Object.keys(schema).filter((field) => schema[field] === 'text');
  const others = Object.keys(schema).filter((field) => schema[field] !== 'text');
  return (
    <EnginePage
      title="Result settings"
      intro="Which fields a search returns, and in which form. A request can name others. The ID is always returned."
      shows={{ path: settingsPath(account.id, name) }}
      actions={
        <>
          <RestoreDefaults editor={editor} title="Restore the default result settings?">
            Every field is returned as its raw value, and so are fields that are added later. Relevance
            settings stay as they are. Searches use the defaults at once; you can undo this.
          </RestoreDefaults>
          {account.may('editor') && (
            <Button
              variant="default"
              disabled={Object.keys(fields).length === 0}
              onClick={() => editor.edit({ result_fields: {} }, 'clear all')}
            >
              Clear all
            </Button>
          )}
        </>
      }
    >
      {count === 0 ? (
        <EmptyState
          icon={IconListDetails}
          title="No fields yet"
          actions={
            <Button component={Link} href={pageOf.engine(account.id, name, 'documents')}>
              Go to documents
            </Button>
          }
        >
          Add documents first. Their fields then appear here.
        </EmptyState>
      ) : (
        <>
          <div className={styles.columns}>
            <Stack>
              {texts.length > 0 && <TextFieldTable names={texts} editor={editor} sizes={sizes} />}
              {others.length > 0 && (
                <OtherFieldTable names={others} schema={schema} editor={editor} sizes={sizes} />
              )}
            </Stack>
            <AnswerPanel query={query} onQuery={setQuery} answers={answers} />
          </div>
          <SettingsBar editor={editor} />
        </>
      )}
    </EnginePage>
  );
}
