import { Alert, Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { useObservable } from '../../api/observable.ts';
import { Page } from '../../frame/page.tsx';
import { currentImport, isUnderWay } from '../../imports/current-import.ts';
import { focusTitle } from '../../parts/focus-title.ts';
import { useAccount } from '../../session.ts';
import { ChooseFile } from '../documents/choose-file.tsx';
import { PASTED, pastedDraft } from '../documents/chosen-file.ts';
import { ImportPreview } from '../documents/import-preview.tsx';
import { OtherImport } from '../documents/other-import.tsx';
import { PasteDocuments } from '../documents/paste-documents.tsx';
import { NewEngineForm } from './new-engine-form.tsx';
import { useNewEngine } from './new-engine-state.ts';

/** Creates an engine and imports a file into it. */
export function NewEngine() {
  const account = useAccount();
  const { chosen, lostFile, choose, chooseAnother } = useNewEngine();
  const current = useObservable(currentImport);
  const isBusy = current !== null && isUnderWay(current.progress);
  // The button that led here no longer exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every choice of a file replaces the buttons.
  useEffect(focusTitle, [chosen?.key]);
  return (
    <Page
      title="Create an engine from a file"
      shows={{
        method: 'POST',
        path: routeOf.api(account.id, 'engines'),
        body: { name: 'my-engine' },
      }}
      actions={
        <Button
          component={Link}
          href={pageOf.engines(account.id)}
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
          onClick={focusTitle}
        >
          All engines
        </Button>
      }
    >
      {isBusy && <OtherImport current={current} />}
      {chosen === null ? (
        <>
          {lostFile !== null && lostFile !== PASTED && (
            <Alert variant="light" color="yellow" title={`Choose ${lostFile} again`}>
              The page was reloaded, and browsers do not keep files when that happens. The name, the language
              and your choices for the columns are restored.
            </Alert>
          )}
          <ChooseFile onFile={(file) => choose(file, file.name)} />
          <PasteDocuments draft={pastedDraft(account.id, null)} onPaste={(text) => choose(text, PASTED)} />
        </>
      ) : (
        <ImportPreview key={chosen.key} chosen={chosen} onOther={chooseAnother}>
          {(preview, other) => (
            <NewEngineForm chosen={chosen} preview={preview} blocked={isBusy} other={other} />
          )}
        </ImportPreview>
      )}
    </Page>
  );
}
