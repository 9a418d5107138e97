import { messagesOf } from '../../api/errors.ts';

/** The server's messages by option. */
export interface Problems {
  readonly query?: string;
  readonly filters?: string;
  readonly facets?: string;
  readonly sort?: string;
  readonly rest: readonly string[];
}

const ABOUT = { query: /^query\b/i, filters: /^filters?\b/i, facets: /^facets?\b/i, sort: /^sort\b/i };

export function sorted(error: unknown): Problems {
  const problems: Record<string, string> = {};
  const rest: string[] = [];
  for (const message of messagesOf(error)) {
    const option = Object.entries(ABOUT).find(([, pattern]) => pattern.test(message))?.[0];
    if (option === undefined) rest.push(message);
    else problems[option] = problems[option] === undefined ? message : `${problems[option]} ${message}`;
  }
  return { ...problems, rest };
}
