import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { useObservable } from '../../api/observable.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { currentImport, isUnderWay } from '../../imports/current-import.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { ChooseFile } from './choose-file.tsx';
import { chooseFile, chosenFile, PASTED, pastedDraft } from './chosen-file.ts';
import { ImportChoices } from './import-choices.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { InterruptedNotice } from './interrupted-notice.tsx';
import { OtherImport } from './other-import.tsx';
import { PasteDocuments } from './paste-documents.tsx';

export function ImportPage() {
  const account = useAccount();
  const engine = useEngineName();
  const current = useObservable(currentImport);
  const chosen = useObservable(chosenFile);
  const isHere = current?.account === account.id && current.engine === engine;
  const isElsewhere = current !== null && !isHere && isUnderWay(current.progress);
  const isChosen = chosen?.account === account.id && chosen.engine === engine;
  return (
    <EnginePage
      title="Add documents"
      shows={{
        method: 'POST',
        path: routeOf.api(account.id, 'engines', engine, 'documents'),
        body: [{ id: 'first', title: 'Hello' }],
      }}
      actions={
        <Button
          component={Link}
          href={pageOf.engine(account.id, engine, 'documents')}
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
        >
          All documents
        </Button>
      }
    >
      {isElsewhere && <OtherImport current={current} />}
      {isHere && <ImportProgress current={current} />}
      {!isHere && isChosen && (
        <ImportPreview key={chosen.key} chosen={chosen} onOther={() => chosenFile.set(null)}>
          {(preview, other) => (
            <ImportChoices
              engine={engine}
              chosen={chosen}
              preview={preview}
              blocked={isElsewhere}
              other={other}
            />
          )}
        </ImportPreview>
      )}
      {!isHere && !isChosen && (
        <>
          {!isElsewhere && <InterruptedNotice engine={engine} />}
          <ChooseFile onFile={(file) => chooseFile(account.id, engine, file, file.name)} />
          <PasteDocuments
            draft={pastedDraft(account.id, engine)}
            onPaste={(text) => chooseFile(account.id, engine, text, PASTED)}
          />
        </>
      )}
    </EnginePage>
  );
}
