import { readFileSync, rmSync } from 'node:fs';
import { isObject } from '../json/object.ts';
import { MigrationError } from './migration-error.ts';
import { replaceFile } from './replace-file.ts';
import { sentences } from './sentences.ts';

const VERSION = 1;

interface Stored {
  readonly version: number;
  readonly source: string;
  readonly target: string;
  /** By engine that this migration created: the parts of its documents that have been copied. */
  readonly engines: Readonly<Record<string, readonly string[]>>;
}

/**
 * What an interrupted migration leaves for the next run: the engines that it created, and the parts that it has copied.
 * It belongs to one source and one target, has no secrets, and is replaced as a whole.
 */
export class StateFile {
  readonly #path: string;
  readonly #source: string;
  readonly #target: string;
  readonly #engines: Map<string, Set<string>>;

  /** Opens the file, or begins without one. */
  constructor(path: string, source: string, target: string) {
    this.#path = path;
    this.#source = source;
    this.#target = target;
    const stored = readStored(path);
    if (stored !== undefined && (stored.source !== source || stored.target !== target)) {
      throw new MigrationError(sentences.otherMigration(path));
    }
    this.#engines = new Map(
      Object.entries(stored?.engines ?? {}).map(([name, parts]) => [name, new Set(parts)]),
    );
  }

  /** Whether this migration created an engine, or was about to. */
  isOwn(engine: string): boolean {
    return this.#engines.has(engine);
  }

  /** Notes that this migration is about to create an engine. */
  own(engine: string): void {
    this.#engines.set(engine, new Set());
    this.#save();
  }

  /** Whether a part of an engine has been copied in this pass. */
  isDone(engine: string, part: string): boolean {
    return this.#engines.get(engine)?.has(part) ?? false;
  }

  partDone(engine: string, part: string): void {
    const parts = this.#engines.get(engine);
    if (parts === undefined) return;
    parts.add(part);
    this.#save();
  }

  /** Begins another pass over everything. */
  beginPass(): void {
    for (const parts of this.#engines.values()) parts.clear();
    this.#save();
  }

  /** The migration is complete. */
  remove(): void {
    rmSync(this.#path, { force: true });
  }

  #save(): void {
    const stored: Stored = {
      version: VERSION,
      source: this.#source,
      target: this.#target,
      engines: Object.fromEntries([...this.#engines].map(([name, parts]) => [name, [...parts]])),
    };
    try {
      replaceFile(this.#path, `${JSON.stringify(stored)}\n`);
    } catch (error) {
      throw new MigrationError(sentences.unusableState(this.#path, codeOf(error)));
    }
  }
}

const codeOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};

function readStored(path: string): Stored | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new MigrationError(sentences.unusableState(path, codeOf(error)));
  }
  try {
    const stored: unknown = JSON.parse(text);
    if (isStored(stored)) return stored;
  } catch {
    // Reported below.
  }
  throw new MigrationError(sentences.badState(path));
}

const isStored = (value: unknown): value is Stored =>
  isObject(value) &&
  value.version === VERSION &&
  typeof value.source === 'string' &&
  typeof value.target === 'string' &&
  isObject(value.engines) &&
  Object.values(value.engines).every(Array.isArray);
