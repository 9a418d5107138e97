import styles from './finder.module.css';
import type { FinderEntry, FinderGroup } from './finder-entry.ts';
import { MarkedWords } from './marked-words.tsx';

interface Props {
  readonly id: string;
  readonly groups: readonly FinderGroup[];
  readonly active: FinderEntry | undefined;
  readonly words: readonly string[];
  readonly optionId: (entry: FinderEntry) => string;
  readonly onChoose: (entry: FinderEntry) => void;
  readonly onRun: (entry: FinderEntry) => void;
}

/** The entries of the finder, by group. The keyboard is handled by the input. */
export const FinderList = ({ id, groups, active, words, optionId, onChoose, onRun }: Props) => (
  <div id={id} role="listbox" aria-label="Matches" className={styles.list}>
    {groups.map(({ name, entries }) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
      <div key={name} role="group" aria-label={name}>
        <div className={styles.group} aria-hidden>
          {name}
        </div>
        {entries.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus.
          <div
            key={entry.id}
            id={optionId(entry)}
            role="option"
            aria-selected={entry === active}
            className={styles.entry}
            // Keeps the focus in the input.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => entry !== active && onChoose(entry)}
            onClick={() => onRun(entry)}
          >
            <bdi>
              <MarkedWords text={entry.label} words={words} />
            </bdi>
            {entry.of !== undefined && (
              <>
                {' '}
                <span className={styles.of}>
                  of <MarkedWords text={entry.of} words={words} />
                </span>
              </>
            )}
          </div>
        ))}
      </div>
    ))}
  </div>
);
