/**
 * Items that still fail, with none to spare: runs of them are dropped, first halves, then ever shorter ones, and stay
 * dropped if the failure does not need them.
 */
export async function smallestFailing<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let left = items;
  for (let run = Math.ceil(items.length / 2); run > 0; run = run === 1 ? 0 : Math.ceil(run / 2)) {
    for (let start = 0; start < left.length; ) {
      const fewer = left.toSpliced(start, run);
      if (await fails(fewer)) left = fewer;
      else start += run;
    }
  }
  return left;
}
