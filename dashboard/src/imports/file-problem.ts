/** Why a file cannot be read, or cannot be read on: a sentence for the person who chose it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  /** Whether the bytes would make sense in another encoding, which is then offered. */
  readonly misread: boolean;

  constructor(message: string, { misread = false } = {}) {
    super(message);
    this.misread = misread;
  }
}

const place = (bytes: number): string => (bytes === 0 ? '' : ` (near byte ${bytes.toLocaleString('en')})`);

/** Every reason why a file is refused, in one place. */
export const problems = {
  empty: () => new FileProblem('This file is empty. Choose one with documents in it.'),
  blank: () => new FileProblem('There is nothing but blanks in this file. Choose one with documents in it.'),
  noDocuments: () => new FileProblem('This file has no documents in it: the list is empty.'),
  headerOnly: () =>
    new FileProblem('This file has a line of column names and no rows below it, so there is nothing to add.'),
  packed: (kind: string) =>
    new FileProblem(`This is ${kind}, not text. Unpack it first, or save it as CSV, JSON or NDJSON.`),
  binary: (at: number) =>
    new FileProblem(`This is not a text file${place(at)}. Save it as CSV, JSON or NDJSON in UTF-8.`),
  encoding: (name: string, at: number) =>
    new FileProblem(
      `This file is not ${name} all through${place(at)}. Save it as UTF-8 and choose it again.`,
      {
        misread: true,
      },
    ),
  unreadable: () =>
    new FileProblem(
      'The file could not be read. Perhaps it was changed, moved or deleted since you chose it, or it is a folder.',
    ),
  notJson: (line: number) =>
    new FileProblem(`Line ${line} is not JSON: a list in [ ] or documents in { } are expected.`),
  afterTheEnd: (line: number) =>
    new FileProblem(
      `Something follows in line ${line} after the end of the list. Nothing after it was read.`,
    ),
  cutOff: (line: number) =>
    new FileProblem(
      `The file ends in the middle of a document that begins in line ${line}. Nothing from there on was read.`,
    ),
  openQuote: (line: number) =>
    new FileProblem(
      `The quotation mark that opens in line ${line} is never closed. Nothing from there on was read.`,
    ),
  endlessRow: (line: number) =>
    new FileProblem(`Line ${line} is longer than any document may be. Nothing from there on was read.`),
} as const;
