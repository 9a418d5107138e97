import { type AppSearchSource, DOCUMENTS_PER_REQUEST } from './app-search-source.ts';
import { type Reading, readDocuments } from './document-reader.ts';
import type { FindlingTarget } from './findling-target.ts';
import { fingerprint } from './fingerprint.ts';
import { chunked } from './in-order.ts';
import type { RemoteService } from './remote-service.ts';
import type { Unreached } from './report.ts';
import type { SourceDocument, SourceEngine } from './source-shapes.ts';

/** Documents, and characters of them, that are written at once. */
const WRITE_DOCUMENTS = 1000;
const WRITE_CHARACTERS = 2_000_000;

export interface DocumentCopyOptions {
  readonly source: AppSearchSource;
  readonly target: FindlingTarget;
  readonly elasticsearch: RemoteService | undefined;
  readonly engine: SourceEngine;
  readonly schema: Readonly<Record<string, string>>;
  /** Whether documents that only the target has are deleted. */
  readonly deletesOthers: boolean;
  readonly isDone: (part: string) => boolean;
  readonly onPartDone: (part: string) => void;
  /** Receives the number of documents that have been compared since the last call. */
  readonly onProgress: (documents: number) => void;
  /** Whether to end as soon as possible. */
  readonly isStopped: () => boolean;
}

/** What one comparison of an engine's documents did. */
export interface DocumentPass {
  /** Documents that the source has, as far as they were found. */
  readonly found: number;
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  /** Documents that only the target has, and that stay. */
  readonly kept: number;
  readonly refused: ReadonlyMap<string, readonly string[]>;
  /** Documents that the target should have now. */
  readonly expected: number;
  readonly unreached: readonly Unreached[];
  /** Whether the source changed while its list was read, so that documents may be missing. */
  readonly hasMoved: boolean;
}

/**
 * Compares the documents of an engine on both sides, and writes and deletes those that differ. The target's are read
 * once, as fingerprints; the source's are read page by page.
 */
export class DocumentCopy {
  readonly #options: DocumentCopyOptions;
  readonly #known: ReadonlyMap<string, string>;
  readonly #found = new Set<string>();
  readonly #refused = new Map<string, readonly string[]>();
  readonly #unreached: Unreached[] = [];
  #pending: SourceDocument[] = [];
  #pendingCharacters = 0;
  #written = 0;
  #unchanged = 0;
  #hasMoved = false;

  static async run(options: DocumentCopyOptions): Promise<DocumentPass> {
    const known = await options.target.fingerprints(options.engine.name);
    return new DocumentCopy(options, known).#run();
  }

  private constructor(options: DocumentCopyOptions, known: ReadonlyMap<string, string>) {
    this.#options = options;
    this.#known = known;
  }

  async #run(): Promise<DocumentPass> {
    await this.#readAll();
    await this.#flush();
    const { deleted, kept } = this.#options.isStopped() ? { deleted: 0, kept: 0 } : await this.#others();
    return {
      found: this.#found.size,
      written: this.#written,
      unchanged: this.#unchanged,
      deleted,
      kept,
      refused: this.#refused,
      expected: this.#found.size - this.#lost() + kept,
      unreached: this.#unreached,
      hasMoved: this.#hasMoved,
    };
  }

  /** Refused documents of which the target has no earlier version. */
  #lost(): number {
    return [...this.#refused.keys()].filter((id) => !this.#known.has(id)).length;
  }

  async #readAll(): Promise<void> {
    const { onPartDone, isStopped } = this.#options;
    const reading: Reading = { ...this.#options, isKnown: (id) => this.#known.has(id) };
    for await (const step of readDocuments(reading)) {
      if (step.kind === 'documents') await this.#compare(step.documents);
      else if (step.kind === 'known') this.#note(step.ids);
      else if (step.kind === 'unreached')
        this.#unreached.push({ filters: step.filters, documents: step.documents });
      else if (step.kind === 'moved') this.#hasMoved = true;
      else {
        await this.#flush();
        onPartDone(step.key);
      }
      if (isStopped()) return;
    }
  }

  #note(ids: readonly string[]): void {
    const before = this.#found.size;
    for (const id of ids) this.#found.add(id);
    this.#unchanged += this.#found.size - before;
    this.#options.onProgress(this.#found.size - before);
  }

  async #compare(documents: readonly SourceDocument[]): Promise<void> {
    const before = this.#found.size;
    for (const document of documents) {
      const { id } = document;
      // A document with several values may be in several parts.
      if (this.#found.has(id)) continue;
      this.#found.add(id);
      if (this.#known.get(id) === fingerprint(document)) {
        this.#unchanged++;
        continue;
      }
      this.#pending.push(document);
      this.#pendingCharacters += JSON.stringify(document).length;
      if (this.#pending.length >= WRITE_DOCUMENTS || this.#pendingCharacters >= WRITE_CHARACTERS) {
        await this.#flush();
      }
    }
    this.#options.onProgress(this.#found.size - before);
  }

  async #flush(): Promise<void> {
    const documents = this.#pending;
    if (documents.length === 0) return;
    this.#pending = [];
    this.#pendingCharacters = 0;
    const { target, engine } = this.#options;
    const results = await target.write(engine.name, documents);
    for (const [at, { id }] of documents.entries()) {
      const errors = results[at]?.errors ?? [];
      if (errors.length === 0) this.#written++;
      else this.#refused.set(id, errors);
    }
  }

  /** Looks for the documents that only the target has: by id, as the source may have some that searches do not reach. */
  async #others(): Promise<{ deleted: number; kept: number }> {
    const { source, target, engine, deletesOthers } = this.#options;
    const unseen = [...this.#known.keys()].filter((id) => !this.#found.has(id));
    const gone: string[] = [];
    for (const ids of chunked(unseen, DOCUMENTS_PER_REQUEST)) {
      const documents = await source.documents(engine.name, ids);
      await this.#compare(documents.filter((document) => document !== undefined));
      for (const [at, id] of ids.entries()) if (documents[at] === undefined) gone.push(id);
    }
    await this.#flush();
    if (!deletesOthers) return { deleted: 0, kept: gone.length };
    await target.delete(engine.name, gone);
    return { deleted: gone.length, kept: 0 };
  }
}
