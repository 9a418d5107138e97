import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Panel } from '../../../parts/panel.tsx';
import { useAccount } from '../../../session.ts';
import { Inspection } from './inspection.tsx';
import { SearchAs } from './search-as.tsx';

interface Props {
  readonly token: string;
  readonly onToken: (token: string) => void;
}

/** Debounce time in milliseconds. */
const PAUSE = 250;

/** Inspects and tests a signed key. Only owners can inspect, as the result contains information about keys. */
export function KeyTester({ token, onToken }: Props) {
  const account = useAccount();
  const [settled] = useDebouncedValue(token.trim(), PAUSE);
  // Clear immediately when the input is emptied.
  const known = token.trim() === '' ? '' : settled;
  return (
    <>
      <Panel title="Signed key">
        <Textarea
          label="Signed search key"
          description="Paste a signed search key or the value of an API key."
          placeholder="eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…"
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          autoComplete="off"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
          value={token}
          onChange={(event) => onToken(event.currentTarget.value)}
        />
      </Panel>
      {known !== '' &&
        (account.may('owner') ? (
          <Inspection token={known}>{(scope) => <SearchAs token={known} scope={scope} />}</Inspection>
        ) : (
          <SearchAs token={known} scope={null} />
        ))}
    </>
  );
}
