import { Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { searchOptions } from '../../search-settings/field-boosts.ts';
import { RestoreDefaults } from '../../search-settings/restore-defaults.tsx';
import type { Sections } from '../../search-settings/settings.ts';
import { SettingsBar } from '../../search-settings/settings-bar.tsx';
import { unsaved } from '../../search-settings/settings-draft.ts';
import { settingsPath } from '../../search-settings/settings-query.ts';
import { useSettingsEditor } from '../../search-settings/use-settings-editor.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { guessedFields } from '../preview/guess.ts';
import { FieldList } from './field-list.tsx';
import { MeasuredQueries } from './measured-queries.tsx';
import { NothingToTune } from './nothing-to-tune.tsx';
import { usePinnedQueries } from './pinned-queries.ts';
import { PrecisionPanel } from './precision-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import type { Options } from './ranking-query.ts';
import styles from './relevance.module.css';
import { settingsProblem } from './settings-problem.ts';
import { SkippedCallout } from './skipped-callout.tsx';
import { UnsearchedCallout } from './unsearched-callout.tsx';

/** Milliseconds without an edit before the preview is updated. */
const PAUSE = 250;
const SECTIONS = ['search_fields', 'boosts', 'precision'] as const;

/** Unsaved settings: as options of a search, and as sections to save. */
interface Tried {
  readonly options: Options;
  readonly sections: Sections | null;
}
const NOTHING: Tried = { options: null, sections: null };

export function RelevancePage() {
  const account = useAccount();
  const name = useEngineName();
  const engine = useEngineOverview({ stay: true });
  const { schema } = engine;
  const editor = useSettingsEditor({ page: 'relevance', sections: SECTIONS, schema });
  const [query, setQuery] = useAddressState('q');
  const { queries, isFull, pin, unpin } = usePinnedQueries(account.id, name);
  const title = guessedFields(schema).title;
  const problem = settingsProblem(editor.value, schema);
  // Compared as text, so that equal settings are searched once.
  const [wanted] = useDebouncedValue(
    editor.isChanged
      ? JSON.stringify({ options: searchOptions(editor.value, schema), sections: unsaved(editor.draft) })
      : '',
    PAUSE,
  );
  const { options, sections } = useMemo(
    (): Tried => (wanted === '' || !editor.isChanged ? NOTHING : JSON.parse(wanted)),
    [wanted, editor.isChanged],
  );
  return (
    <EnginePage
      title="Relevance tuning"
      intro="Which fields are searched and how much each counts. Changes are shown in the preview and apply to searches when you save them."
      shows={{ path: settingsPath(account.id, name) }}
      actions={
        <RestoreDefaults editor={editor} title="Restore the default relevance?">
          Every text field and the ID are searched with weight 1, boosts are removed, and the precision is 2.
          Result settings stay as they are. Searches use the defaults at once; you can undo this.
        </RestoreDefaults>
      }
    >
      {engine.field_count === 0 ? (
        <NothingToTune />
      ) : (
        <>
          <SkippedCallout editor={editor} schema={schema} />
          <UnsearchedCallout engine={engine} editor={editor} />
          <div className={styles.columns}>
            <Stack>
              <PrecisionPanel editor={editor} />
              <FieldList schema={schema} editor={editor} problem={problem?.fields} />
            </Stack>
            <Stack className={styles.preview}>
              <PreviewPanel
                query={query}
                onQuery={setQuery}
                title={title}
                options={options}
                onPin={pin}
                isPinned={queries.includes(query.trim())}
                isFull={isFull}
              />
              <MeasuredQueries
                queries={queries}
                title={title}
                options={options}
                sections={problem === undefined ? sections : null}
                onTry={setQuery}
                onUnpin={unpin}
              />
            </Stack>
          </div>
          <SettingsBar editor={editor} problem={problem?.text} />
        </>
      )}
    </EnginePage>
  );
}
