import { useEffect, useRef } from 'react';
import type { ReindexStatus } from '../../api/types.ts';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { inWords } from './reindex-progress.tsx';

/** Shows the result of a schema change that finished while the page was open. */
export function useJobReport({ last_job: job }: ReindexStatus): void {
  const id = job?.id ?? 0;
  const seen = useRef(id);
  useEffect(() => {
    if (id === seen.current) return;
    seen.current = id;
    // A POST without changes leaves a job without fields.
    if (job === null || Object.keys(job.fields).length === 0) return;
    if (job.state === 'cancelled') notify.done('Change cancelled. The previous types are restored.');
    else
      notify.done(
        `Schema changed: ${inWords(job.fields)}.${
          job.failures > 0 ? ` ${counted(job.failures, 'value')} could not be converted.` : ''
        }`,
      );
  }, [id, job]);
}
