/** Finds that are kept, per place. */
const MOST_KEPT = 512;

const NOTHING = new Map<string, never>();

/**
 * Lookups of words in parts of segments, which never change: most segments outlive a snapshot. First in, first out.
 */
export class LookupCache<Place extends object, Found> {
  readonly #places = new WeakMap<Place, Map<string, Found>>();

  /** What `find` told when it was asked first; `most`: how many of its size are kept, the latest. */
  of(place: Place, word: string, find: () => Found, most = MOST_KEPT): Found {
    let finds = this.#places.get(place);
    if (finds === undefined) {
      finds = new Map();
      this.#places.set(place, finds);
    }
    const known = finds.get(word);
    if (known !== undefined) return known;
    const found = find();
    if (finds.size >= most) finds.delete(finds.keys().next().value as string);
    finds.set(word, found);
    return found;
  }

  /** All that is kept of a place, the latest last. */
  kept(place: Place): ReadonlyMap<string, Found> {
    return this.#places.get(place) ?? NOTHING;
  }
}
