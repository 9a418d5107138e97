import { match } from '../frame/matching.ts';
import { type Choices, readChoices, writeChoices } from './choices.ts';

/** Where the preview of an engine is, with what it shows. */
export function previewAddress(account: string, engine: string, choices: Choices, images: boolean): string {
  const params = writeChoices(choices);
  if (images) params.set('images', 'on');
  return `/preview/${encodeURIComponent(account)}/${encodeURIComponent(engine)}?${params}`;
}

export interface PreviewParameters {
  readonly account: string;
  readonly engine: string;
  readonly choices: Choices;
  /** Whether the document was asked for with images of other hosts: without, its policy lets none in. */
  readonly images: boolean;
}

/** What an address of the preview means, undefined if it means nothing. */
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

/** What was typed into a preview, by its address. */
export const queryOfPreview = (search: string): string => new URLSearchParams(search).get('q') ?? '';
