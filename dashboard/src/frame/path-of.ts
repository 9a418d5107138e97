import type { Params } from './matching.ts';

/** A route's path with its parameters filled in. */
export const pathOf = (pattern: string, params: Params): string =>
  pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
