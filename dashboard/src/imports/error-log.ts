/** A document that was not imported. */
export interface ImportError {
  /** Which document of the file, from 1, and the line in which it begins. */
  readonly number: number;
  readonly line: number;
  /** Empty if it is not known. */
  readonly id: string;
  readonly errors: readonly string[];
  /** The document as it was sent or stands in the file; null if there was no room to keep it. */
  readonly json: string | null;
}

/** Errors that are kept, and characters of documents kept with them. A large file may have millions. */
const MOST = { errors: 10_000, characters: 16_000_000 };

/** The errors of an import, in the order in which they came, as many as fit. */
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
