import { setTimeout as pause } from 'node:timers/promises';
import { NDJSON } from '../api/json-stream.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import type { Configuration } from '../tuning/configuration.ts';
import { CONFIGURATION_VERSION } from '../tuning/configuration.ts';
import { orMissing } from './app-search-source.ts';
import { fingerprint } from './fingerprint.ts';
import { chunked } from './in-order.ts';
import { RemoteError } from './remote-error.ts';
import type { RemoteService } from './remote-service.ts';
import { engineIn, type Json, objectIn, type SourceDocument, type SourceEngine } from './source-shapes.ts';

/** Milliseconds between two looks at a reindex job. */
const REINDEX_LOOK = 500;

/** Sections of a configuration that replace those of an engine. */
export type Sections = Partial<Pick<Configuration, 'synonyms' | 'curations' | 'source_engines'>>;

export interface WriteResult {
  readonly id: string;
  readonly errors: readonly string[];
}

const enginePath = (engine: string): string => `/engines/${encodeURIComponent(engine)}`;

/** The running Findling that engines are copied to. */
export class FindlingTarget {
  readonly #remote: RemoteService;

  constructor(remote: RemoteService) {
    this.#remote = remote;
  }

  /** Undefined if there is no such engine. */
  async engine(name: string): Promise<SourceEngine | undefined> {
    const found = await orMissing(this.#remote.json('GET', enginePath(name)));
    return found === undefined ? undefined : engineIn(objectIn(found, 'an engine'));
  }

  async create({ name, isMeta, language, createSettings, sources }: SourceEngine): Promise<void> {
    await this.#remote.json(
      'POST',
      '/engines',
      isMeta
        ? { name, type: 'meta', source_engines: sources }
        : { name, language, index_create_settings_override: createSettings },
    );
  }

  /** Schema, synonym sets, curations and sources of an engine. */
  async configuration(engine: string): Promise<Configuration> {
    const configuration = await this.#remote.json('GET', `${enginePath(engine)}/configuration`);
    return objectIn(configuration, 'a configuration') as unknown as Configuration;
  }

  /** Replaces sections of the configuration, or only tries to. */
  async configure(engine: string, sections: Sections, isTrial = false): Promise<void> {
    const path = `${enginePath(engine)}/configuration${isTrial ? '?dry_run=true' : ''}`;
    await this.#remote.json('PUT', path, { version: CONFIGURATION_VERSION, ...sections });
  }

  /** Adds fields and changes types, and waits until the engine is not reindexing. */
  async changeSchema(engine: string, fields: Readonly<Record<string, string>>): Promise<void> {
    await this.#untilIdle(engine);
    await this.#remote.json('POST', `${enginePath(engine)}/schema`, fields);
    await this.#untilIdle(engine);
  }

  async #untilIdle(engine: string): Promise<void> {
    for (;;) {
      const status = await this.#remote.json('GET', `${enginePath(engine)}/schema/reindex`);
      if (!isObject(status) || status.state !== 'reindexing') return;
      await pause(REINDEX_LOOK);
    }
  }

  async settings(engine: string): Promise<Json> {
    return objectIn(
      await this.#remote.json('GET', `${enginePath(engine)}/search_settings`),
      'search settings',
    );
  }

  async changeSettings(engine: string, sections: Json): Promise<void> {
    await this.#remote.json('PUT', `${enginePath(engine)}/search_settings`, sections);
  }

  /** The ids of all documents with the fingerprints of what was sent. */
  fingerprints(engine: string): Promise<Map<string, string>> {
    return this.#remote.lines(
      `${enginePath(engine)}/documents/export`,
      () => new Map<string, string>(),
      (line, into) => {
        const document = JSON.parse(line) as SourceDocument;
        into.set(document.id, fingerprint(document));
      },
    );
  }

  /** Creates or replaces documents. One result per document, in their order. */
  async write(engine: string, documents: readonly SourceDocument[]): Promise<readonly WriteResult[]> {
    const text = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
    const answer = await this.#remote.text('POST', `${enginePath(engine)}/documents`, { type: NDJSON, text });
    const results = answer
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
    const failure = results.find((result) => !isObject(result) || typeof result.id !== 'string');
    if (failure !== undefined || results.length !== documents.length) {
      const messages = isObject(failure) ? [failure.errors].flat().join(' ') : '';
      throw new RemoteError(messages || 'The target did not store all documents.', { status: 0 });
    }
    return results as WriteResult[];
  }

  async delete(engine: string, ids: readonly string[]): Promise<void> {
    for (const some of chunked(ids, limits.documentsPerRequest)) {
      await this.#remote.json('DELETE', `${enginePath(engine)}/documents`, some);
    }
  }

  /** Those of some ids that no document of an engine has. */
  async missing(engine: string, ids: Iterable<string>): Promise<Set<string>> {
    const missing = new Set<string>();
    for (const some of chunked(ids, limits.documentsPerRequest)) {
      const found = await this.#remote.json('GET', `${enginePath(engine)}/documents`, some);
      for (const [at, id] of some.entries()) {
        if (!Array.isArray(found) || !isObject(found[at])) missing.add(id);
      }
    }
    return missing;
  }
}
