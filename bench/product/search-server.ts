import type { BenchDocument } from '../data-set.ts';
import type { Question } from '../questions.ts';

/** A search server with default settings: the same documents, the same queries, ten hits with highlights. */
export interface SearchServer {
  readonly name: string;
  /** Its process id, to read its memory. */
  readonly pid: number | undefined;
  /** Creates an empty index. */
  prepare(): Promise<void>;
  /** Writes documents; they are durable when it resolves, but may not be visible yet. */
  write(documents: readonly BenchDocument[]): Promise<void>;
  /** Writes documents; they are visible to searches when it resolves. */
  writeVisibly(documents: readonly BenchDocument[]): Promise<void>;
  /** Resolves when all writes are in the index, for servers that respond before. */
  loaded?(): Promise<void>;
  /** Waits until it is idle after a load. */
  settle(): Promise<void>;
  /** The number of documents that a query finds. */
  ask(question: Question): Promise<number>;
  stop(): Promise<void>;
}

/** The words of a query as a user would type them. */
export const textOf = ({ terms }: Question): string => terms.join(' ');
