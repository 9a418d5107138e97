import { randomUUID } from 'node:crypto';
import { Cluster } from '../../src/index/opensearch/cluster.ts';
import { prefixOf } from '../../src/index/opensearch/names.ts';
import { OpenSearchIndex } from '../../src/index/opensearch/opensearch-index.ts';
import { sharedOpenSearch } from '../services/opensearch.ts';

/** An index of its own on the shared node, which is removed when the test ends. */
export async function openSearchIndex(
  t: { after(work: () => Promise<void>): void },
  { shards = 1, identity = randomUUID() as string } = {},
): Promise<OpenSearchIndex> {
  const url = await sharedOpenSearch();
  const index = new OpenSearchIndex({ cluster: new Cluster([url]), identity, shards, say: () => {} });
  t.after(async () => {
    await index.close();
    const cluster = new Cluster([url]);
    const names = Object.keys((await cluster.find('GET', `/${prefixOf(identity)}-*/_alias`)) ?? {});
    if (names.length > 0) await cluster.find('DELETE', `/${names.join()}`);
    await cluster.close();
  });
  return index;
}
