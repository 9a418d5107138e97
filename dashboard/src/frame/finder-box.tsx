import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { counted } from '../parts/numbers.ts';
import styles from './finder.module.css';
import { useFinderEntries } from './finder-entries.ts';
import type { FinderEntry } from './finder-entry.ts';
import { FinderList } from './finder-list.tsx';
import { wordsOf } from './finder-match.ts';
import { IconSearch } from './icons.ts';

/** The input of the finder and its list, as a combobox: the focus stays in the input. */
export function FinderBox({ onDone }: { readonly onDone: () => void }) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState('');
  const listId = useId();
  const groups = useFinderEntries(query);
  const entries = groups.flatMap((group) => group.entries);
  // Kept while it is listed, also when further entries arrive.
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  );
  const active = entries[at];
  const optionId = (entry: FinderEntry): string => `${listId}-${entries.indexOf(entry)}`;
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const run = (entry: FinderEntry): void => {
    entry.run();
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || entries.length === 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen(entries.at((at + step) % entries.length)?.id ?? '');
    } else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      run(active);
    }
  };
  return (
    <>
      <TextInput
        size="lg"
        variant="unstyled"
        className={styles.search ?? ''}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        placeholder="Pages, engines, actions, document ids"
        aria-label="Find pages, engines and actions"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? listId : undefined}
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setChosen('');
        }}
        onKeyDown={onKeyDown}
      />
      {entries.length > 0 && (
        <FinderList
          id={listId}
          groups={groups}
          active={active}
          words={wordsOf(query)}
          optionId={optionId}
          onChoose={(entry) => setChosen(entry.id)}
          onRun={run}
        />
      )}
      <p role="status" className={entries.length === 0 ? styles.nothing : styles.hidden}>
        {entries.length === 0 ? 'No matches' : counted(entries.length, 'match', 'matches')}
      </p>
    </>
  );
}
