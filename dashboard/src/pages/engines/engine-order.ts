import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import type { EngineItem } from '../../api/types.ts';

const VALUES = {
  name: ({ name }) => name,
  documents: ({ document_count: count }) => count,
  fields: ({ field_count: count }) => count,
  size: ({ document_bytes: bytes }) => bytes,
  created: ({ created_at: at }) => Date.parse(at),
  changed: ({ changed_at: at }) => Date.parse(at),
} as const satisfies Readonly<Record<string, (engine: EngineItem) => string | number>>;

export type OrderKey = keyof typeof VALUES;

export interface EngineOrder {
  readonly key: OrderKey;
  readonly isDescending: boolean;
}

const BY_NAME: EngineOrder = { key: 'name', isDescending: false };

const isKey = (text: string): text is OrderKey => Object.hasOwn(VALUES, text);

/** The order as it is written in the URL: `-documents` for the most documents first. */
function orderOf(text: string): EngineOrder {
  const isDescending = text.startsWith('-');
  const key = isDescending ? text.slice(1) : text;
  return isKey(key) ? { key, isDescending } : BY_NAME;
}

/** Engines in this order; those with equal values by name. */
export function sortedEngines(
  engines: readonly EngineItem[],
  { key, isDescending }: EngineOrder,
): readonly EngineItem[] {
  const valueIn = VALUES[key];
  const compare = (one: EngineItem, other: EngineItem): number => {
    const [left, right] = [valueIn(one), valueIn(other)];
    if (left === right) return one.name < other.name ? -1 : 1;
    return left < right === isDescending ? 1 : -1;
  };
  return engines.toSorted(compare);
}

/** The order of the engine list, in the URL. A second click on a column reverses it. */
export function useEngineOrder(): readonly [EngineOrder, (key: OrderKey) => void] {
  const [params, setParams] = useSearchParams();
  const order = orderOf(params.get('sort') ?? '');
  const { key: current, isDescending } = order;
  const sortBy = useCallback(
    (key: OrderKey) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          // Names start with A; numbers and times with the largest.
          const descends = key === current ? !isDescending : key !== 'name';
          if (key === 'name' && !descends) after.delete('sort');
          else after.set('sort', `${descends ? '-' : ''}${key}`);
          after.delete('page');
          return after;
        },
        { replace: true },
      ),
    [setParams, current, isDescending],
  );
  return [order, sortBy];
}
