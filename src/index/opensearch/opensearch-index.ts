import { analyzerFor } from '../../analysis/language.ts';
import { type Schema, schemaWith } from '../../values/types.ts';
import type { IndexCapabilities, KnownEngine, RestoredGeneration } from '../capabilities.ts';
import type { SearchOutcome, SearchPlan } from '../plan.ts';
import {
  type ApplyOptions,
  assertOneLanguage,
  GenerationGone,
  type GenerationInfo,
  type IndexChange,
  IndexUnavailable,
  type SearchIndex,
} from '../port.ts';
import { sendChanges } from './bulk.ts';
import type { Cluster, Say } from './cluster.ts';
import { clusterTexts } from './cluster-texts.ts';
import { indexDocument } from './index-document.ts';
import { fieldProperties, indexBody, readMappings } from './index-layout.ts';
import { KnownFacts } from './known-facts.ts';
import { engineOf, newIndexName, prefixOf, servingAlias, writeAlias } from './names.ts';
import { ReachedRecords } from './reached.ts';
import { ClusterSearch } from './search.ts';
import { type Target, Targets } from './target.ts';

/**
 * How long the generation that serves an engine may be taken for the same, in milliseconds. Another node may have
 * replaced it, which a search notices at once, or may have added fields.
 */
const TRUSTED = 1_000;
/** An index that lacks a shard for this many milliseconds, longer than a node takes to start again, is given up. */
const LOST_AFTER = 120_000;
/** An index without an engine, or without a search that sees it, is removed after this many milliseconds. */
const ORPHAN_AGE = 600_000;
const UNPUBLISHED_AGE = 86_400_000;

export interface OpenSearchOptions {
  readonly cluster: Cluster;
  /** The identity of the store, which sets the indexes of several stores in a cluster apart. */
  readonly identity: string;
  /** Shards of new indexes. */
  readonly shards: number;
  /** Milliseconds after which an index that lacks a shard is given up and built again from the store. */
  readonly lostAfter?: number;
  /** Learns that the index holds all changes of an engine up to one, whatever happens to this process. */
  readonly covered?: (engineId: number, sequence: number) => Promise<void>;
  readonly say: Say;
}

/** The search index on an OpenSearch cluster: one index per generation. Several processes may share it. */
export class OpenSearchIndex implements SearchIndex, IndexCapabilities {
  readonly isShared = true;
  readonly #cluster: Cluster;
  readonly #prefix: string;
  readonly #shards: number;
  readonly #say: Say;
  readonly #reached: ReachedRecords;
  readonly #lostAfter: number;
  /** Since when indexes lack a shard. */
  readonly #redSince = new Map<string, number>();
  /** By engine, the generation that served it when the cluster was last asked, and when that was. */
  readonly #serving = new Map<number, { readonly target: Target; readonly askedAt: number }>();
  /** By generation, the number of its shards. */
  readonly #known = new Map<string, number>();
  /** Generations that this process builds, and those of them that have changes no search sees yet. */
  readonly #building = new Set<string>();
  readonly #unrefreshed = new Set<string>();
  readonly #facts = new KnownFacts();

  constructor(options: OpenSearchOptions) {
    const { cluster, identity, shards, lostAfter = LOST_AFTER, covered = async () => {}, say } = options;
    this.#cluster = cluster;
    this.#prefix = prefixOf(identity);
    this.#shards = shards;
    this.#say = say;
    this.#lostAfter = lostAfter;
    this.#reached = new ReachedRecords(cluster, covered, say);
  }

  async begin(
    engineId: number,
    schema: Schema,
    language: string | null,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<GenerationInfo> {
    const id = newIndexName(this.#prefix, engineId);
    const facts = { engineId, language, shards: this.#shards };
    await this.#cluster.send('PUT', `/${id}`, { body: indexBody(facts, schema, writeAlias(id)), signal });
    this.#known.set(id, this.#shards);
    this.#building.add(id);
    return { id, engineId, language, schema: new Map(schema) };
  }

  async reopen(engineId: number, id: string): Promise<GenerationInfo | undefined> {
    if (engineOf(this.#prefix, id) !== engineId) return undefined;
    const json = (await this.#cluster.find('GET', `/${id}`)) ?? {};
    const [target] = targetsIn(json);
    const { aliases = {} } = (json[id] ?? {}) as Aliased;
    if (target === undefined || servingAlias(this.#prefix, engineId) in aliases) return undefined;
    this.#known.set(id, target.shards);
    this.#building.add(id);
    this.#unrefreshed.add(id);
    return target.info;
  }

  async addFields(generation: GenerationInfo, fields: Schema): Promise<GenerationInfo> {
    const { info, shards } = await this.#read(generation.id);
    const added = new Map([...fields].filter(([name]) => !info.schema.has(name)));
    if (added.size > 0) {
      const properties = fieldProperties(added, info.schema.size);
      await this.#cluster.send('PUT', `/${info.id}/_mapping`, { body: { properties } });
    }
    const next = { info: { ...info, schema: schemaWith(info.schema, added) }, shards };
    // Also if another node has added the fields: searches of this one must see them from now on.
    if (this.#serving.get(info.engineId)?.target.info.id === info.id) this.#trust(next);
    return next.info;
  }

  async apply(
    generation: GenerationInfo,
    changes: readonly IndexChange[],
    { upTo }: ApplyOptions = {},
  ): Promise<void> {
    const { id, engineId, schema, language } = generation;
    const analyzer = analyzerFor(language);
    const isBuilding = this.#building.has(id);
    if (isBuilding) this.#unrefreshed.add(id);
    try {
      await this.#gone(engineId, () =>
        sendChanges(
          this.#cluster,
          writeAlias(id),
          changes,
          (change) => indexDocument(change, engineId, schema, analyzer),
          !isBuilding,
        ),
      );
    } finally {
      this.#facts.changed(id);
    }
    if (upTo !== undefined) this.#reached.note(generation, upTo);
  }

  recordedSequence({ id, engineId }: GenerationInfo): Promise<number> {
    return this.#gone(engineId, async () => {
      // Rejects if another node has replaced the generation.
      const target = await this.#read(id);
      // The caller must see what other nodes have written.
      this.#facts.changed(id);
      if (this.#serving.get(engineId)?.target.info.id === id) this.#trust(target);
      return this.#reached.of(id);
    });
  }

  async publish({ id, engineId }: GenerationInfo): Promise<void> {
    await this.#refresh(id);
    // Other nodes go by it as soon as they see the generation.
    await this.#reached.write();
    const alias = servingAlias(this.#prefix, engineId);
    const before = await this.#indexesOf(alias);
    const actions = [
      ...before.filter((index) => index !== id).map((index) => ({ remove_index: { index } })),
      { add: { index: id, alias } },
    ];
    // One change of the cluster's state: at no time is there none or two.
    await this.#cluster.send('POST', '/_aliases', { body: { actions } });
    for (const index of before) if (index !== id) this.#forget(index);
    this.#building.delete(id);
    this.#serving.delete(engineId);
  }

  async discard({ id }: GenerationInfo): Promise<void> {
    this.#forget(id);
    await this.#cluster.find('DELETE', `/${id}`);
  }

  async serving(engineId: number): Promise<GenerationInfo | undefined> {
    const askedAt = performance.now();
    const known = this.#serving.get(engineId);
    if (known !== undefined && askedAt < known.askedAt + TRUSTED) return known.target.info;
    const alias = servingAlias(this.#prefix, engineId);
    const json = await this.#cluster.find('GET', `/${alias}/_mapping`);
    const [target] = json === undefined ? [] : targetsIn(json);
    const isLost = target !== undefined && (await this.#examine(target.info));
    if (target === undefined || isLost) {
      this.#serving.delete(engineId);
      return undefined;
    }
    this.#trust(target, askedAt);
    return this.#serving.get(engineId)?.target.info;
  }

  /** Whether an index has lacked a shard for so long that its documents have to come from the store again. */
  async #isLost({ id, engineId }: GenerationInfo): Promise<boolean> {
    const now = performance.now();
    const { status } = await this.#cluster.send('GET', `/_cluster/health/${id}`);
    if (status !== 'red') {
      this.#redSince.delete(id);
      return false;
    }
    const since = this.#redSince.get(id) ?? now;
    this.#redSince.set(id, since);
    if (now - since < this.#lostAfter) return false;
    this.#say('error', 'an index has lost a shard and is built again', { engine: engineId });
    return true;
  }

  /** Whether an index is lost; also learns what the cluster says about its documents. */
  async #examine(info: GenerationInfo): Promise<boolean> {
    const [isLost] = await Promise.all([this.#isLost(info), this.#noteStatistics(info)]);
    return isLost;
  }

  /** Learns whether other nodes have written to an index, and how many of its documents were replaced or deleted. */
  async #noteStatistics({ id }: GenerationInfo): Promise<void> {
    const query = { filter_path: '_all.total.refresh.external_total,_all.total.docs' };
    const stats = (await this.#cluster.find('GET', `/${id}/_stats/refresh,docs`, { query })) as IndexStats;
    const { refresh, docs } = stats?._all?.total ?? {};
    const { count = 0, deleted = 0 } = docs ?? {};
    this.#facts.note(id, {
      // Without the number, each answer counts as a change.
      refreshes: refresh?.external_total ?? Number.NaN,
      liveShare: count === 0 ? 1 : count / (count + deleted),
    });
  }

  /** Keeps what the cluster said about a serving generation, unless a newer answer has arrived meanwhile. */
  #trust(target: Target, askedAt = performance.now()): void {
    const { id, engineId } = target.info;
    this.#known.set(id, target.shards);
    // Another process may have published what this one began to build.
    this.#building.delete(id);
    if ((this.#serving.get(engineId)?.askedAt ?? 0) <= askedAt)
      this.#serving.set(engineId, { target, askedAt });
  }

  async documentCount({ id }: GenerationInfo): Promise<number> {
    await this.#refresh(id);
    const body = { query: { term: { a: true } } };
    return Number((await this.#cluster.send('POST', `/${id}/_count`, { body })).count);
  }

  async search(
    generations: readonly GenerationInfo[],
    plan: SearchPlan,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<SearchOutcome> {
    assertOneLanguage(generations);
    const [first] = generations;
    if (first === undefined) throw new Error('nothing to search');
    const targets: Target[] = [];
    for (const info of generations) {
      await this.#refresh(info.id);
      targets.push({ info, shards: this.#known.get(info.id) ?? (await this.#read(info.id)).shards });
    }
    const search = new ClusterSearch(
      this.#cluster,
      new Targets(targets),
      this.#facts.of(targets.map(({ info }) => info.id)),
      analyzerFor(first.language),
      plan,
      signal,
    );
    return this.#gone(
      generations.map(({ engineId }) => engineId),
      () => search.run(),
    );
  }

  async drop(engineId: number): Promise<void> {
    this.#serving.delete(engineId);
    for (const index of await this.#indexesOf(servingAlias(this.#prefix, engineId))) {
      this.#forget(index);
      await this.#cluster.find('DELETE', `/${index}`);
    }
  }

  /** The generation that serves an engine, if it holds all changes up to one that the store still knows. */
  async restore(engine: KnownEngine): Promise<RestoredGeneration | undefined> {
    this.#serving.delete(engine.engineId);
    const generation = await this.serving(engine.engineId);
    if (generation === undefined || generation.language !== engine.language) return undefined;
    for (const [name, type] of generation.schema) if (engine.schema.get(name) !== type) return undefined;
    if (this.#redSince.has(generation.id)) throw new IndexUnavailable(clusterTexts.partial());
    const sequence = await this.#reached.of(generation.id);
    if (sequence < engine.forgotten || sequence > engine.sequence) return undefined;
    return { generation, sequence };
  }

  /**
   * Removes indexes of engines other than these, and generations that were never published. Young ones stay: another
   * process may be about to use them.
   */
  async sweep(engineIds: ReadonlySet<number>): Promise<void> {
    const path = `/${this.#prefix}-*/_settings/index.creation_date`;
    const settings = (await this.#cluster.send('GET', path)) as Record<string, IndexSettings>;
    const aliases = (await this.#cluster.send('GET', `/${this.#prefix}-*/_alias`)) as Record<string, Aliased>;
    for (const [index, { settings: of }] of Object.entries(settings)) {
      const engineId = engineOf(this.#prefix, index);
      if (engineId === undefined) continue;
      const age = Date.now() - Number(of?.index?.creation_date ?? Number.NaN);
      const serves = servingAlias(this.#prefix, engineId) in (aliases[index]?.aliases ?? {});
      const isOrphan = !engineIds.has(engineId) && age > ORPHAN_AGE;
      const isLeft = !serves && age > UNPUBLISHED_AGE;
      if (isOrphan || isLeft) await this.#cluster.find('DELETE', `/${index}`);
    }
  }

  async close(): Promise<void> {
    await this.#reached.write();
    await this.#cluster.close();
  }

  /** Makes the changes of a generation under construction visible, if any are not. */
  async #refresh(id: string): Promise<void> {
    if (!this.#unrefreshed.delete(id)) return;
    await this.#cluster.send('POST', `/${id}/_refresh`);
  }

  async #indexesOf(alias: string): Promise<string[]> {
    return Object.keys((await this.#cluster.find('GET', `/_alias/${alias}`)) ?? {});
  }

  async #read(id: string): Promise<Target> {
    const [target] = targetsIn(await this.#cluster.send('GET', `/${id}/_mapping`));
    if (target === undefined) throw new GenerationGone(`index ${id} is not one of this version`);
    this.#known.set(id, target.shards);
    return target;
  }

  #forget(id: string): void {
    this.#known.delete(id);
    this.#building.delete(id);
    this.#unrefreshed.delete(id);
    this.#redSince.delete(id);
    this.#facts.forget(id);
    this.#reached.forget(id);
  }

  /** Runs work on generations; if one is gone, the cluster is asked again which one serves. */
  async #gone<T>(engineIds: number | readonly number[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GenerationGone)
        for (const engineId of [engineIds].flat()) this.#serving.delete(engineId);
      throw error;
    }
  }
}

type IndexStats =
  | {
      readonly _all?: {
        readonly total?: {
          readonly refresh?: { readonly external_total?: number };
          readonly docs?: { readonly count?: number; readonly deleted?: number };
        };
      };
    }
  | undefined;

interface IndexSettings {
  readonly settings?: { readonly index?: { readonly creation_date?: string } };
}
interface Aliased {
  readonly aliases?: Readonly<Record<string, unknown>>;
}

/** The generations in a response about mappings. */
function targetsIn(json: Readonly<Record<string, unknown>>): Target[] {
  return Object.entries(json).flatMap(([id, index]) => {
    const read = readMappings((index as { mappings?: unknown }).mappings ?? {});
    if (read === undefined) return [];
    const { shards, ...info } = read;
    return [{ info: { id, ...info }, shards }];
  });
}
