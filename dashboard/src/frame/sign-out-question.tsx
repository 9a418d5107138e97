import { List } from '@mantine/core';
import { useObservable } from '../api/observable.ts';
import { Confirm } from '../parts/confirm.tsx';
import { cutText } from '../parts/cut-text.ts';
import { counted } from '../parts/numbers.ts';
import { draftsAtRisk, signOut } from './sign-out.ts';

/** Drafts of documents: `document <account> <engine> <id>`. */
const DOCUMENT = /^document \S+ (\S+) (.*)$/s;
const SHOWN = 5;

/** Asks before signing out discards unsaved changes. */
export function SignOutQuestion() {
  const drafts = useObservable(draftsAtRisk);
  const documents = drafts.flatMap((name) => {
    const [, engine, id] = DOCUMENT.exec(name) ?? [];
    return engine === undefined || id === undefined ? [] : [`Document ${cutText(id)} in ${engine}`];
  });
  const shown = documents.slice(0, SHOWN);
  const others = drafts.length - shown.length;
  return (
    <Confirm
      opened={drafts.length > 0}
      title="Discard unsaved changes?"
      button="Sign out"
      danger
      confirm={signOut}
      onClose={() => draftsAtRisk.set([])}
    >
      Signing out discards the unsaved changes in this tab:
      <List size="sm" mt="xs">
        {shown.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
        {others > 0 && (
          <List.Item>{counted(others, shown.length > 0 ? 'other draft' : 'unfinished form')}</List.Item>
        )}
      </List>
    </Confirm>
  );
}
