import type { ReindexStatus } from '../../api/types.ts';
import { Panel } from '../../parts/panel.tsx';
import { ProgressLine } from '../../parts/progress-line.tsx';

/** Shown during a reindex. */
export function ReindexPanel({ status }: { readonly status: ReindexStatus }) {
  const { progress } = status;
  if (status.state === 'idle' || progress === null) return null;
  const end = progress.estimated_end;
  return (
    <Panel>
      <ProgressLine
        label="Reindexing after a schema change"
        done={progress.documents_done}
        total={progress.documents_total}
        unit="documents"
        perSecond={progress.documents_per_second}
        secondsLeft={end === null ? null : (Date.parse(end) - Date.now()) / 1000}
      />
    </Panel>
  );
}
