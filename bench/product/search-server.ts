import type { BenchDocument } from '../data-set.ts';
import type { Question } from '../questions.ts';

/** A search server as a user meets it: the same documents, the same questions, ten hits with highlights, defaults. */
export interface SearchServer {
  readonly name: string;
  /** Its process, to read how much memory it takes. */
  readonly pid: number | undefined;
  /** An empty index. */
  prepare(): Promise<void>;
  /** Writes documents; they are safe when it resolves, and perhaps not yet visible. */
  write(documents: readonly BenchDocument[]): Promise<void>;
  /** Writes documents; a search sees them when it resolves. */
  writeVisibly(documents: readonly BenchDocument[]): Promise<void>;
  /** Resolves when all that was written is in the index: where answers only say that it will be. */
  loaded?(): Promise<void>;
  /** Waits until it has caught its breath after a load. */
  settle(): Promise<void>;
  /** How many documents a question finds. */
  ask(question: Question): Promise<number>;
  stop(): Promise<void>;
}

/** Words of a question as a user would type them. */
export const textOf = ({ terms }: Question): string => terms.join(' ');
