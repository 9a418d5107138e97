import type { NewEngine, StoreWriter } from '../port.ts';

const bytesOf = (documents: ReadonlyArray<{ readonly json: string }>): number =>
  documents.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);

const scopeBytesOf = (scope: readonly string[] | null): number =>
  scope?.reduce((sum, name) => sum + name.length, 0) ?? 0;

const settingsBytesOf = ({ createSettings }: NewEngine): number =>
  Buffer.byteLength(JSON.stringify(createSettings));

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
  const { accounts, keys, revocations, engines, documents, jobs, tuning } = tx;
  return {
    ...tx,
    accounts: { ...accounts, insert: first(accounts.insert) },
    keys: { ...keys, insert: first(keys.insert, ({ engines: scope }) => scopeBytesOf(scope)) },
    revocations: { ...revocations, put: first(revocations.put) },
    engines: { ...engines, insert: first(engines.insert, (engine) => settingsBytesOf(engine)) },
    documents: { ...documents, put: first(documents.put, (_, puts) => bytesOf(puts)) },
    jobs: { ...jobs, insert: first(jobs.insert) },
    tuning: { ...tuning, addVersion: first(tuning.addVersion, (_, { json }) => 2 * Buffer.byteLength(json)) },
  };
}
