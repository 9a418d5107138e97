import { errors } from '../errors.ts';

/** The value of `dry_run` in an address. */
export function parseDryRun(value: unknown): boolean {
  if (value === undefined || value === 'false') return false;
  // `?dry_run` without a value counts as true.
  if (value === null || value === '' || value === 'true') return true;
  throw errors.mustBe('Dry run', 'true or false');
}
