import { limits } from '../../../../src/limits.ts';
import { queryKey } from '../../../../src/tuning/query-key.ts';
import { ApiError } from '../../api/errors.ts';
import { counted, number } from '../../parts/numbers.ts';
import type { Judgement } from './judgement.ts';

/** More than an engine can have. */
const MOST_BYTES = 30 * 1024 * 1024;

/** The server reports every problem of up to a thousand judgements. */
const MOST_MESSAGES = 20;

/** Judgements as the API takes them, one per line. The source is left out, as the API sets it. */
export function fileOf(judgements: readonly Judgement[]): string {
  const lines = judgements.map(
    ({ query, document_id, grade }) => `    ${JSON.stringify({ query, document_id, grade })}`,
  );
  return `{\n  "judgements": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

export async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new ApiError(400, ['The file is too large for a list of judgements.']);
  return file.text();
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The judgements of a file: an object with `judgements`, a list as the API returns it, or an array. */
export function judgementsIn(text: string): readonly unknown[] {
  const value = parsed(text);
  const { judgements, results } = membersOf(value);
  const list: readonly unknown[] | undefined = [value, judgements, results].find(Array.isArray);
  if (list === undefined || list.length === 0)
    throw new ApiError(400, ['The text has no list of judgements.']);
  if (list.length > limits.judgements)
    throw new ApiError(400, [`Cannot exceed ${number(limits.judgements)} judgements in an engine`]);
  return list.map((item) => {
    // Everything else is checked by the server.
    if (!Object.hasOwn(membersOf(item), 'source')) return item;
    const { source: _source, ...judgement } = membersOf(item);
    return judgement;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(400, [`This is not JSON: ${error instanceof Error ? error.message : ''}`]);
  }
}

/** What an import would change. */
export function importSummary(sent: readonly unknown[], present: readonly Judgement[]): string {
  const keyOf = (query: unknown, id: unknown) => JSON.stringify([queryKey(String(query)), String(id)]);
  const known = new Map(present.map((one) => [keyOf(one.query, one.document_id), one.grade]));
  const queries = new Set<string>();
  let added = 0;
  let changed = 0;
  for (const { query, document_id, grade } of sent.map(membersOf)) {
    queries.add(queryKey(String(query)));
    const before = known.get(keyOf(query, document_id));
    if (before === undefined) added++;
    else if (before !== grade) changed++;
  }
  const same = sent.length - added - changed;
  const total = `${counted(sent.length, 'judgement')} about ${counted(queries.size, 'query', 'queries')}`;
  return `${total}: ${number(added)} new, ${number(changed)} with another grade, ${number(same)} unchanged.`;
}

/** The messages of a batch name judgements by their position in it. */
const atPosition = (message: string, offset: number): string =>
  message.replace(/\bjudgement (\d+)/gi, (words, at: string) =>
    words.replace(at, String(Number(at) + offset)),
  );

/** Sends judgements in requests of the largest size that the API takes. */
export async function sendInBatches(
  judgements: readonly unknown[],
  send: (batch: readonly unknown[]) => Promise<unknown>,
): Promise<void> {
  const size = limits.judgementsPerRequest;
  for (let offset = 0; offset < judgements.length; offset += size) {
    try {
      await send(judgements.slice(offset, offset + size));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const messages = error.messages.map((message) => atPosition(message, offset));
      const more = messages.length - MOST_MESSAGES;
      throw new ApiError(error.status, [
        ...messages.slice(0, MOST_MESSAGES),
        ...(more > 0 ? [`and ${counted(more, 'more message')}`] : []),
        ...(offset > 0 ? [`The first ${number(offset)} judgements were imported.`] : []),
      ]);
    }
  }
}
