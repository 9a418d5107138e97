import type { TreeNode } from '../../../plan.ts';

/** All nodes of a tree, parents first. */
export function* nodesOf(root: TreeNode): Generator<TreeNode, void> {
  yield root;
  const children =
    root.kind === 'bool'
      ? [...root.required, ...root.filters, ...root.forbidden, ...root.optional]
      : root.kind === 'best'
        ? root.of
        : [];
  for (const child of children) yield* nodesOf(child);
}

/** What a tree costs per document, in nodes: a text counts as two, since it usually has several terms. */
export function treeSize(root: TreeNode): number {
  let size = 0;
  for (const { kind } of nodesOf(root)) size += kind === 'text' || kind === 'phrase' ? 2 : 1;
  return size;
}
