import { Switch } from '@mantine/core';
import { useAccountFacts } from '../../session.ts';
import type { SearchKey } from './use-search-key.ts';

interface Props {
  readonly control: SearchKey;
  /** Whether the chosen snippet has a place for it. */
  readonly isUsed: boolean;
}

/** Fills the search key into the snippets, for those who may see keys. */
export function SearchKeySwitch({ control: { mayShow, isShown, show }, isUsed }: Props) {
  const { keys } = useAccountFacts();
  if (!mayShow) return null;
  return (
    <Switch
      label="Show my search key in the snippets"
      description={
        isUsed ? `The value of ${keys.search}.` : 'This code needs a private key. See Credentials.'
      }
      disabled={!isUsed}
      checked={isShown && isUsed}
      onChange={(event) => show(event.currentTarget.checked)}
    />
  );
}
