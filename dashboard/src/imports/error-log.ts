/** A document that was not imported. */
export interface ImportError {
  /** Its position in the file, from 1, and the line on which it starts. */
  readonly number: number;
  readonly line: number;
  /** Empty if unknown. */
  readonly id: string;
  readonly errors: readonly string[];
  /** The document as sent or as in the file; null beyond the memory limit. */
  readonly json: string | null;
}

/** Limits of the log: errors, and characters of their documents. A large file may have millions of errors. */
const MOST = { errors: 10_000, characters: 16_000_000 };

/** The errors of an import in order of arrival, up to the limits. */
export class ErrorLog {
  readonly kept: ImportError[] = [];
  #count = 0;
  #characters = 0;

  get count(): number {
    return this.#count;
  }

  add(error: ImportError): void {
    this.#count++;
    if (this.kept.length >= MOST.errors) return;
    this.#characters += error.json?.length ?? 0;
    this.kept.push(this.#characters > MOST.characters ? { ...error, json: null } : error);
  }
}
