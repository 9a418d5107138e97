import type { Flow } from './flow.ts';

/** Something that waits in a queue. */
export interface Waiting<T> {
  readonly flow: Flow;
  readonly item: T;
}

/** One part of a flow's path, such as an account, with the next parts below it. */
class Node<T> {
  /** In the order in which they are served next. */
  readonly children = new Map<string, Node<T>>();
  /** Created when the first one waits: most requests never do. */
  items: Set<Waiting<T>> | undefined;
  /** Items that wait here and below. */
  waiting = 0;
  /** Items that were taken and have not ended, here and below. */
  running = 0;
}

/**
 * A queue that serves flows in turn: first every account, within an account every key, within a key every address. Items
 * of one flow are served in order. At each level of the path a limited number of items may run at once.
 */
export class FairQueue<T> {
  readonly #root = new Node<T>();
  readonly #most: readonly number[];

  /** `most`: running items of the whole queue, of one account, of one key and so on; unlimited where it has no number. */
  constructor(most: readonly number[] = []) {
    this.#most = most;
  }

  /** Items of the whole queue. */
  get totals(): { readonly running: number; readonly waiting: number } {
    const { running, waiting } = this.#root;
    return { running, waiting };
  }

  /** Items that wait, in the whole queue and at each level of a flow. */
  waiting(flow: Flow): number[] {
    const counts = [this.#root.waiting];
    let node: Node<T> | undefined = this.#root;
    for (const name of flow) {
      node = node?.children.get(name);
      counts.push(node?.waiting ?? 0);
    }
    return counts;
  }

  add(flow: Flow, item: T): Waiting<T> {
    const nodes = this.#path(flow);
    for (const node of nodes) node.waiting++;
    const waiting = { flow, item };
    const last = nodes.at(-1) as Node<T>;
    last.items ??= new Set();
    last.items.add(waiting);
    return waiting;
  }

  /** Removes an item that was not taken yet. */
  remove(waiting: Waiting<T>): void {
    const nodes = this.#path(waiting.flow);
    if (nodes.at(-1)?.items?.delete(waiting)) for (const node of nodes) node.waiting--;
    this.#prune(waiting.flow, nodes);
  }

  /** Takes the next item whose flow may run one more; it runs until `end`. */
  take(): Waiting<T> | undefined {
    return this.#takeFrom(this.#root, 0);
  }

  /** Lets something run that never waited; false if its flow runs as much as it may. */
  begin(flow: Flow): boolean {
    const nodes = this.#path(flow);
    const hasRoom = nodes.every((node, level) => node.running < this.#limit(level));
    if (hasRoom) for (const node of nodes) node.running++;
    else this.#prune(flow, nodes);
    return hasRoom;
  }

  /** Something of this flow has ended. */
  end(flow: Flow): void {
    const nodes = this.#path(flow);
    for (const node of nodes) node.running--;
    this.#prune(flow, nodes);
  }

  #limit(level: number): number {
    return this.#most[level] ?? Number.POSITIVE_INFINITY;
  }

  #takeFrom(node: Node<T>, level: number): Waiting<T> | undefined {
    if (node.waiting === 0 || node.running >= this.#limit(level)) return undefined;
    const taken = this.#firstOf(node) ?? this.#takeFromChildren(node, level + 1);
    if (taken === undefined) return undefined;
    node.waiting--;
    node.running++;
    return taken;
  }

  #firstOf({ items }: Node<T>): Waiting<T> | undefined {
    for (const first of items ?? []) {
      items?.delete(first);
      return first;
    }
    return undefined;
  }

  #takeFromChildren({ children }: Node<T>, level: number): Waiting<T> | undefined {
    for (const [name, child] of children) {
      const taken = this.#takeFrom(child, level);
      if (taken === undefined) continue;
      // Now all others come first.
      children.delete(name);
      children.set(name, child);
      return taken;
    }
    return undefined;
  }

  /** The nodes from the root to the last part of a flow; creates those that are missing. */
  #path(flow: Flow): Node<T>[] {
    let node = this.#root;
    const nodes = [node];
    for (const name of flow) {
      let child = node.children.get(name);
      if (child === undefined) {
        child = new Node();
        node.children.set(name, child);
      }
      nodes.push(child);
      node = child;
    }
    return nodes;
  }

  #prune(flow: Flow, nodes: readonly Node<T>[]): void {
    for (let level = flow.length; level > 0; level--) {
      const { waiting, running } = nodes[level] as Node<T>;
      if (waiting + running > 0) return;
      (nodes[level - 1] as Node<T>).children.delete(flow[level - 1] as string);
    }
  }
}
