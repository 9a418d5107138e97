import type { StoreWriter } from '../port.ts';

const bytesOf = (documents: ReadonlyArray<{ readonly json: string }>): number =>
  documents.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);

/**
 * A transaction in which everything that makes the store larger asks for room first, so that no feature can forget to.
 * What makes it smaller, narrows a key or brings a job to its end does not ask: it lives on the reserve.
 */
export function admitted(tx: StoreWriter, admit: (bytes: number) => Promise<void>): StoreWriter {
  const first =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>, bytes: (...args: A) => number = () => 0) =>
    async (...args: A): Promise<R> => {
      await admit(bytes(...args));
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
