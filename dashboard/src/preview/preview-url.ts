import { match } from '../frame/matching.ts';
import { type Choices, readChoices, writeChoices } from './choices.ts';

/** The URL of an engine's preview with these choices. */
export function previewAddress(account: string, engine: string, choices: Choices, images: boolean): string {
  const params = writeChoices(choices);
  if (images) params.set('images', 'on');
  return `/preview/${encodeURIComponent(account)}/${encodeURIComponent(engine)}?${params}`;
}

export interface PreviewParameters {
  readonly account: string;
  readonly engine: string;
  readonly choices: Choices;
  /** Whether the content security policy allows external images. */
  readonly images: boolean;
}

/** Parses a preview URL; undefined if it is not valid. */
export function previewParameters({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): PreviewParameters | undefined {
  const path = match('/preview/:account/:engine', pathname);
  const params = new URLSearchParams(search);
  const choices = readChoices(params);
  if (path?.account === undefined || path.engine === undefined || choices === undefined) return undefined;
  return { account: path.account, engine: path.engine, choices, images: params.get('images') === 'on' };
}

/** The query in a preview, by its URL. */
export const queryOfPreview = (search: string): string => new URLSearchParams(search).get('q') ?? '';
