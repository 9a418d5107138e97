type Environment = Readonly<Record<string, string | undefined>>;

/** The known name with the smallest edit distance. */
export const nearestName = (name: string, knownNames: readonly string[]): string =>
  knownNames
    .map((known) => ({ known, distance: editDistance(name, known) }))
    .reduce((best, next) => (next.distance < best.distance ? next : best)).known;

/**
 * Levenshtein distance, one row of the matrix at a time. The search index has its own, bounded and over code points: this
 * file is read before anything else is loaded and imports nothing of the index.
 */
const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] as number) + (character === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
};

/**
 * Removes the variables that Kubernetes adds to each container for every service of the namespace. For a service named
 * `findling` they look like our settings (FINDLING_PORT=tcp://10.0.0.7:3002).
 */
export const withoutServiceLinks = (env: Environment): Environment => {
  if (env.FINDLING_SERVICE_HOST === undefined) return env;
  const isLink = (name: string, value: string | undefined): boolean =>
    /^FINDLING_(SERVICE_(HOST|PORT(_.+)?)|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/.test(name) ||
    (name === 'FINDLING_PORT' && /^(tcp|udp|sctp):\/\//.test(value ?? ''));
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => !isLink(name, value)));
};
