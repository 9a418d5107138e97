import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { parseBody } from '../json/parse.ts';
import { areNames } from './engine-request.ts';

/** Reads the sources to add or remove: a JSON array as the body, or the parameter `source_engines`. */
export function parseSourceRequest(
  bodyText: string | undefined,
  address: Readonly<Record<string, unknown>>,
): readonly string[] {
  const body = parseBody(bodyText);
  const named = isObject(body) ? body.source_engines : body;
  const names = named ?? address.source_engines;
  if (names === undefined || names === null) throw errors.missingParameter('source_engines');
  if (!areNames(names)) throw badRequest(texts.sourceEnginesNotList);
  return [...new Set(names)];
}
