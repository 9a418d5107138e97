import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Browsing, ChangeBrowsing, Schema } from './browsing.ts';
import { browsingOf, isPlain, withBrowsing } from './list-address.ts';
import { defaultColumns, knownColumns } from './list-columns.ts';
import { readPreferences, savePreferences } from './list-preferences.ts';

/**
 * The state of the list and a function that changes parts of it. Any change except of the page number resets the page to 1.
 * A URL without state opens the list with the columns, sort order and filter fields that were last used in this browser.
 */
export function useBrowsing(
  account: string,
  engine: string,
  schema: Schema,
): [browsing: Browsing, columns: readonly string[], change: ChangeBrowsing] {
  const [params, setParams] = useSearchParams();
  const [preferences] = useState(() => readPreferences(account, engine));
  const [isRestoring, setRestoring] = useState(() => preferences !== undefined && isPlain(params));
  const shown = isRestoring
    ? withBrowsing(params, { ...browsingOf(params, schema), ...preferences })
    : params;
  const address = shown.toString();
  useEffect(() => {
    if (!isRestoring) return;
    setRestoring(false);
    setParams(new URLSearchParams(address), { replace: true });
  }, [isRestoring, address, setParams]);
  const change = useCallback<ChangeBrowsing>(
    (part, { replace = false } = {}) =>
      setParams(
        (before) => {
          const next = { ...browsingOf(before, schema), page: 1, ...part };
          savePreferences(account, engine, next);
          return withBrowsing(before, next);
        },
        { replace },
      ),
    [setParams, schema, account, engine],
  );
  const browsing = browsingOf(shown, schema);
  const kept = preferences?.columns && knownColumns(preferences.columns, schema);
  return [browsing, browsing.columns ?? kept ?? defaultColumns(schema), change];
}
