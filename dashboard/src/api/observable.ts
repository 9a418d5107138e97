import { useSyncExternalStore } from 'react';

/** A value outside React that components can subscribe to. */
export interface Observable<T> {
  get(): T;
  set(next: T): void;
  watch(listener: () => void): () => void;
}

export function observable<T>(first: T): Observable<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useObservable = <T>(source: Observable<T>): T => useSyncExternalStore(source.watch, source.get);
