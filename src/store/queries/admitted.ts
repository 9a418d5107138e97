import type { StoreWriter } from '../port.ts';

const bytesOf = (documents: ReadonlyArray<{ readonly json: string }>): number =>
  documents.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);

/**
 * A transaction in which every write that makes the store larger is admitted first, so that no feature can forget to.
 * Writes that make it smaller, narrow a key or finish a job are not: the reserve is for them.
 */
export function admitted(tx: StoreWriter, admit: (bytes: number) => Promise<void>): StoreWriter {
  const first =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>, bytes: (...args: A) => number = () => 0) =>
    async (...args: A): Promise<R> => {
      // biome-ignore lint/plugin: the parameters of one method.
      await admit(bytes(...args));
      // biome-ignore lint/plugin: the parameters of one method.
      return work(...args);
    };
  const { accounts, keys, engines, documents, jobs, clicks } = tx;
  return {
    ...tx,
    accounts: { ...accounts, insert: first(accounts.insert) },
    keys: { ...keys, insert: first(keys.insert) },
    engines: { ...engines, insert: first(engines.insert) },
    documents: { ...documents, put: first(documents.put, (_, puts) => bytesOf(puts)) },
    jobs: { ...jobs, insert: first(jobs.insert) },
    clicks: { ...clicks, insert: first(clicks.insert) },
  };
}
