/** Items that are sorted without a pause. */
const RUN = 512;

/** Sorts items by a bottom-up merge sort of sorted runs. It yields after each run. */
export function* mergeSorted<T>(items: readonly T[], order: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(order));
    if (from > 0) yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2)
      merged.push(yield* mergedRuns(runs[i] as T[], runs[i + 1] ?? [], order));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<T>(
  left: readonly T[],
  right: readonly T[],
  order: (a: T, b: T) => number,
): Generator<void, T[]> {
  const merged: T[] = [];
  let j = 0;
  for (const item of left) {
    // Equal items keep their order.
    while (j < right.length && order(right[j] as T, item) < 0) {
      merged.push(right[j++] as T);
      if (merged.length % RUN === 0) yield;
    }
    merged.push(item);
    if (merged.length % RUN === 0) yield;
  }
  for (; j < right.length; j++) merged.push(right[j] as T);
  return merged;
}
