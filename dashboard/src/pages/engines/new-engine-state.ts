import { useCallback } from 'react';
import { useObservable } from '../../api/observable.ts';
import { useAddressState } from '../../parts/address-state.ts';
import { useAccount } from '../../session.ts';
import { type ChosenFile, chooseFile, chosenFile } from '../documents/chosen-file.ts';

/** The value in the URL while no file is chosen. */
const OPEN = 'on';

/** The creation of an engine from a file, on the Engines page. */
export interface NewEngineState {
  /** Whether it is shown instead of the list. */
  readonly isOpen: boolean;
  readonly chosen: ChosenFile | null;
  /** The name of a file that was chosen before the page was reloaded, which only keeps the name. */
  readonly lostFile: string | null;
  readonly open: () => void;
  readonly choose: (file: Blob, name: string) => void;
  readonly chooseAnother: () => void;
}

/** In the URL as `?welcome=<name of the file>`, so that a reload can say which file to choose again. */
export function useNewEngine(): NewEngineState {
  const account = useAccount();
  const [welcome, setWelcome] = useAddressState('welcome', '', { replace: false });
  const file = useObservable(chosenFile);
  const chosen = file?.account === account.id && file.engine === null ? file : null;
  const choose = useCallback(
    (content: Blob, name: string) => {
      chooseFile(account.id, null, content, name);
      setWelcome(name);
    },
    [account.id, setWelcome],
  );
  return {
    isOpen: welcome !== '' && account.may('editor'),
    chosen,
    lostFile: chosen === null && welcome !== OPEN ? welcome : null,
    open: useCallback(() => setWelcome(chosen?.name ?? OPEN), [setWelcome, chosen?.name]),
    choose,
    chooseAnother: useCallback(() => {
      chosenFile.set(null);
      setWelcome(OPEN);
    }, [setWelcome]),
  };
}
