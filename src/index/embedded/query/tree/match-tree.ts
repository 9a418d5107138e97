import type { TreeNode } from '../../../plan.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { CollectDoc } from '../collect/collector.ts';
import type { CuratedDocs } from '../collect/curations.ts';
import type { QueryContext } from '../scoring/query-context.ts';
import { compileNode } from './compile-node.ts';
import { Buffers } from './matches.ts';
import { prepareNode } from './prepare-node.ts';

/**
 * Finds and scores the matches of a tree query (docs/elasticsearch.md): each node is evaluated for a window of documents
 * at a time, children before their parent. It yields.
 *
 * Memory: the arrays of a window, once per level of the tree, whatever the size of the segment. Cost: a pass over the
 * window per node, in addition to the postings of its terms.
 */
export function* matchTree(
  { snapshot, segments, curations, thresholds }: Omit<QueryContext, 'fields'>,
  root: TreeNode,
  collectDoc: CollectDoc,
): Generator<void, void> {
  const prepared = yield* prepareNode(snapshot, root);
  if (prepared === undefined) return;
  for (const number of segments) {
    const reader = snapshot.readers[number] as SegmentReader;
    const { segment } = reader;
    const size = Math.min(thresholds.window, segment.docCount);
    const buffers = new Buffers(size);
    const place = { segment, engineId: snapshot.engineOf(number), buffers };
    const evaluate = yield* compileNode(prepared, place, 1);
    if (evaluate === undefined) continue;
    const excluded = new Set((curations[number] as CuratedDocs).excluded);
    const { found, scores } = buffers.matchesAt(0);
    for (let from = 0; from < segment.docCount; from += size) {
      const to = Math.min(from + size, segment.docCount);
      yield* evaluate(from, to, buffers.matchesAt(0));
      for (let doc = from; doc < to; doc++) {
        if (found[doc - from] === 0 || !reader.isLive(doc) || excluded.has(doc)) continue;
        collectDoc(number, doc, scores[doc - from] as number);
      }
      yield;
    }
  }
}
