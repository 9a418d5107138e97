import { isObject } from '../json/object.ts';

/** The messages in the body of an error, one sentence after the other; undefined if it is not one of the API. */
export function messageIn(text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { error, errors }: Readonly<Record<string, unknown>> = isObject(body) ? body : {};
  const messages = [errors ?? error].flat().filter((message) => typeof message === 'string');
  if (messages.length === 0) return undefined;
  return messages.map((message) => message.replace(/\.?$/, '.')).join(' ');
}
