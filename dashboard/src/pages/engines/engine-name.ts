import { limits } from '../../../../src/limits.ts';

const MOST = limits.engineNameLength;
const VALID = /^[a-z0-9-]+$/;

/** Normalises an engine name: `My Products!` becomes `my-products`. Empty if nothing of it can be used. */
export function engineNameOf(typed: string): string {
  const given = typed.trim();
  if (VALID.test(given)) return given;
  return given
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The name that is proposed for the engine of a file; with a number if it is taken. */
export function proposedName(fileName: string, taken: ReadonlySet<string>): string {
  const known = engineNameOf(fileName.replace(/\.[^.]*$/, '').slice(0, 4 * MOST));
  const name = shortened(known, MOST) || 'my-engine';
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++) {
    const next = `${shortened(name, MOST - String(count).length - 1)}-${count}`;
    if (!taken.has(next)) return next;
  }
}

const shortened = (name: string, most: number): string => name.slice(0, most).replace(/-+$/, '');
