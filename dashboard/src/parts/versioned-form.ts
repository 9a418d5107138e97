import { useRef, useState } from 'react';
import { type ApiError, isConflict } from '../api/errors.ts';
import { type Form, type FormOptions, useForm, type Values } from './form.ts';

export interface VersionedFormOptions<V extends Values, R> extends Omit<FormOptions<V, R>, 'save'> {
  /** `over` is the conflict that the person has decided to overwrite: send its `version` as `ifMatch`. */
  readonly save: (values: V, over: ApiError | null) => Promise<R>;
  /** Discards the input and shows what someone else has saved. */
  readonly takeTheirs: (conflict: ApiError) => unknown;
}

/**
 * A form for a resource that someone else may change at the same time. `dialog` are props of `<ConflictDialog>`, which
 * also needs `mine`. While the dialog is open, the form has no other messages.
 */
export function useVersionedForm<V extends Values, R>({
  save,
  saved,
  takeTheirs,
  ...options
}: VersionedFormOptions<V, R>) {
  const [conflict, setConflict] = useState<ApiError | null>(null);
  const overwritten = useRef<ApiError | null>(null);
  const settle = (): void => {
    overwritten.current = null;
    setConflict(null);
  };
  const form = useForm<V, R>({
    ...options,
    save: async (values) => {
      try {
        return await save(values, overwritten.current);
      } catch (error) {
        setConflict(isConflict(error) ? error : null);
        throw error;
      }
    },
    saved: (result, values) => {
      settle();
      saved?.(result, values);
    },
  });
  const shown: Form<V> = {
    ...form,
    rest: conflict === null ? form.rest : [],
    // Other values are based on another version.
    reset: (values) => {
      settle();
      form.reset(values);
    },
  };
  return {
    form: shown,
    dialog: {
      conflict,
      busy: form.busy,
      onOverwrite: (): void => {
        // Stays in force if this save fails for another reason.
        overwritten.current = conflict;
        form.submit();
      },
      onTakeTheirs: (): void => {
        if (conflict === null) return;
        settle();
        void takeTheirs(conflict);
      },
      onClose: (): void => setConflict(null),
    },
  };
}
