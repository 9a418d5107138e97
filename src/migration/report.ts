import type { Json } from './source-shapes.ts';

/** Findings of one engine that are listed. The others are counted. */
const MOST_FINDINGS = 10_000;
const MOST_UNREACHED = 100;

/** Something that was not copied as it is, and why. */
export interface Finding {
  readonly kind: 'engine' | 'field' | 'document' | 'settings' | 'synonyms' | 'curation' | 'sources';
  /** What it is about: an id or a name. */
  readonly subject: string;
  readonly message: string;
  /** Whether something is missing here; otherwise it is good to know. */
  readonly isRefusal: boolean;
}

/** Documents that searches do not reach: filters that they pass, and their number if it is known. */
export interface Unreached {
  readonly filters: Json;
  readonly documents: number | undefined;
}

export interface DocumentCounts {
  /** Undefined if the source does not say how many documents it has. */
  readonly source: number | undefined;
  readonly target: number;
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: number;
  readonly refused: number;
  readonly unreached: number;
}

/** What was copied of one engine. */
export interface EngineReport {
  readonly name: string;
  readonly type: 'default' | 'meta';
  readonly documents: DocumentCounts;
  /** Parts of the configuration that were changed here. */
  readonly changed: readonly string[];
  readonly findings: readonly Finding[];
  /** Findings that are not listed. */
  readonly more: number;
  readonly unreached: readonly Unreached[];
}

export interface KeyReport {
  readonly name: string;
  readonly type: string;
  readonly outcome: 'created' | 'unchanged' | 'refused';
  readonly reason?: string;
}

export interface MigrationReport {
  readonly source: string;
  readonly target: string;
  readonly seconds: number;
  /** Requests that were sent to the source, and how many of them were repetitions. */
  readonly requests: number;
  readonly retries: number;
  /** How often everything was compared. */
  readonly passes: number;
  readonly engines: readonly EngineReport[];
  readonly keys: readonly KeyReport[];
  readonly notes: readonly string[];
}

/** Collects what is found while an engine is copied. */
export class Findings {
  readonly #list: Finding[] = [];
  readonly #unreached: Unreached[] = [];
  #more = 0;

  refuse(kind: Finding['kind'], subject: string, message: string): void {
    this.#add({ kind, subject, message, isRefusal: true });
  }

  note(kind: Finding['kind'], subject: string, message: string): void {
    this.#add({ kind, subject, message, isRefusal: false });
  }

  unreached(unreached: Unreached): void {
    if (this.#unreached.length < MOST_UNREACHED) this.#unreached.push(unreached);
  }

  #add(finding: Finding): void {
    if (this.#list.length < MOST_FINDINGS) this.#list.push(finding);
    else this.#more++;
  }

  get found(): Pick<EngineReport, 'findings' | 'more' | 'unreached'> {
    return { findings: this.#list, more: this.#more, unreached: this.#unreached };
  }
}

/** Whether something could not be copied. */
export const hasRefusals = ({ engines, keys }: Pick<MigrationReport, 'engines' | 'keys'>): boolean =>
  engines.some(({ findings, more }) => more > 0 || findings.some(({ isRefusal }) => isRefusal)) ||
  keys.some(({ outcome }) => outcome === 'refused');
