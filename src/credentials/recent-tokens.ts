/** Tokens that are kept at a time, and the longest of them: a signed search key may be as long as a header. */
const MOST_KEPT = 512;
const LONGEST_KEPT = 4096;

/**
 * What was worked out about a token from nothing but the token and a secret, so that it need not be worked out again:
 * the hash that a key is found by, a signature that was found to be right. Never whether a token may enter: whether its
 * key is still there, what that may do and whether its time has come is asked each time.
 *
 * Only tokens that were let in are kept, at most MOST_KEPT of them, some 2 MB.
 */
export class RecentTokens<T> {
  readonly #known = new Map<string, T>();

  get(token: string): T | undefined {
    return this.#known.get(token);
  }

  set(token: string, value: T): void {
    if (token.length > LONGEST_KEPT) return;
    if (this.#known.size >= MOST_KEPT && !this.#known.has(token)) this.#known.clear();
    this.#known.set(token, value);
  }
}
