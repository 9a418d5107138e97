import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './characters.ts';

/** Parses a JSON text. Members named `__proto__` are ordinary members, as with `JSON.parse`. */
export const parseJson = (text: string): unknown => parsed(text, structureOf(text));

/** As above for the text of a body; undefined if there is no body or only blanks. */
export const parseBody = (text: string | undefined): unknown =>
  text === undefined || text.trim() === '' ? undefined : parseJson(text);

/**
 * Parses the text of a body with options. An object with thousands of members takes several microseconds for each of
 * them, here and wherever it is copied or received from another thread.
 */
export const parseOptions = (text: string): unknown => parsedOptions(text, structureOf(text));

/**
 * Parses the text of a large body with options in a thread that sends the value on. Receiving an object takes about three
 * times as long as parsing it, so that their number is limited: beyond some ten thousand the receiver would be held up.
 */
export function parseLargeOptions(text: string): unknown {
  const structure = structureOf(text);
  if (structure.parts > limits.largeBodyParts) throw errors.tooManyParts();
  return parsedOptions(text, structure);
}

function parsedOptions(text: string, structure: Structure): unknown {
  if (structure.members > limits.bodyMembers) throw errors.tooManyMembers();
  return parsed(text, structure);
}

function parsed(text: string, { depth }: Structure): unknown {
  if (depth > limits.bodyDepth) throw errors.undecodable();
  return parseShallow(text);
}

/** Parses a text whose levels have been counted already. */
export function parseShallow(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw errors.undecodable();
  }
}

/** The levels of a text, counted up to one too many, its objects, arrays and members, and the most members of one object. */
interface Structure {
  readonly depth: number;
  readonly parts: number;
  readonly members: number;
}

/** Members of the object that is being read at each level. Kept: a new array would take longer than reading small bodies. */
const counts = new Uint32Array(limits.bodyDepth + 2);

/**
 * Counts in the text, before `JSON.parse` allocates anything. Cost: one pass, about a nanosecond per character. The
 * counts may be wrong for a text that is not JSON, which `JSON.parse` rejects anyway.
 */
function structureOf(text: string): Structure {
  let depth = 0;
  let deepest = 0;
  let parts = 0;
  counts[0] = 0;
  let members = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === QUOTE) inString = false;
      else if (code === BACKSLASH) at++;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      parts++;
      if (++depth > deepest) deepest = depth;
      if (deepest > limits.bodyDepth) break;
      counts[depth] = 0;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
    else if (code === COLON) {
      parts++;
      const count = (counts[depth] as number) + 1;
      counts[depth] = count;
      if (count > members) members = count;
    }
  }
  return { depth: deepest, parts, members };
}
