import { createHash } from 'node:crypto';
import { timeSlices } from '../../threads/time-slice.ts';
import { GenerationGone, type IndexChange, IndexUnavailable } from '../port.ts';
import type { Cluster, Json } from './cluster.ts';
import { clusterTexts } from './cluster-texts.ts';

/** What a bulk request holds at most: documents, and characters of JSON beyond which it is sent. */
const MOST_DOCUMENTS = 500;
const MOST_CHARACTERS = 4_000_000;
/** The longest id of a document that OpenSearch takes is 512 bytes. */
const LONGEST_ID = 500;

/** The id of a document in the index; a long one is a hash. */
const documentId = (id: string): string =>
  Buffer.byteLength(id) <= LONGEST_ID ? `d${id}` : `h${createHash('sha256').update(id).digest('hex')}`;

/** Per document the change with the highest number; of two with the same number the later. */
function lastChanges(changes: readonly IndexChange[]): IterableIterator<IndexChange> {
  const last = new Map<string, IndexChange>();
  for (const change of changes) {
    const known = last.get(change.id);
    if (known === undefined || known.sequence <= change.sequence) last.set(change.id, change);
  }
  return last.values();
}

/**
 * Sends changes to an index. The sequence number of a change is the version of its document, so the index refuses a
 * change that is older than what it has. `alias` must exist: the index itself would be created if it did not. It yields.
 */
export async function sendChanges(
  cluster: Cluster,
  alias: string,
  changes: readonly IndexChange[],
  document: (change: IndexChange) => Json,
  isVisible: boolean,
): Promise<void> {
  const yieldWhenDue = timeSlices();
  let lines: string[] = [];
  let characters = 0;
  const send = async (): Promise<void> => {
    const query = { require_alias: true, refresh: isVisible };
    assertDone(await cluster.send('POST', `/${alias}/_bulk`, { lines, query }));
    lines = [];
    characters = 0;
  };
  for (const change of lastChanges(changes)) {
    const index = { _id: documentId(change.id), version: change.sequence, version_type: 'external_gte' };
    const body = JSON.stringify(document(change));
    lines.push(JSON.stringify({ index }), body);
    characters += body.length;
    if (lines.length >= 2 * MOST_DOCUMENTS || characters >= MOST_CHARACTERS) await send();
    await yieldWhenDue();
  }
  if (lines.length > 0) await send();
}

interface BulkResponse {
  readonly errors?: boolean;
  readonly items?: ReadonlyArray<{ readonly index?: BulkItem }>;
}
interface BulkItem {
  readonly status: number;
  readonly error?: { readonly type?: string; readonly reason?: string };
}

/** Throws what the first item that failed says. A conflict of versions is not a failure: a newer change was there. */
function assertDone(response: Json): void {
  const { errors, items = [] } = response as BulkResponse;
  if (errors !== true) return;
  for (const { index } of items) {
    if (index === undefined || index.status < 300 || index.status === 409) continue;
    const reason = `${index.error?.type}: ${index.error?.reason}`;
    if (index.status === 404) throw new GenerationGone(reason);
    if (index.error?.type === 'cluster_block_exception')
      throw new IndexUnavailable(clusterTexts.blocked(), { cause: new Error(reason) });
    if (index.status === 429 || index.status >= 500)
      throw new IndexUnavailable(clusterTexts.busy(), { cause: new Error(reason) });
    throw new Error(`OpenSearch refused a document (${index.status}): ${reason.slice(0, 1_000)}`);
  }
}
