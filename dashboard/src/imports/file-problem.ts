/** Why a file cannot be read (further). The message is for the person who chose it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  /** Whether another encoding might work, which is then offered. */
  readonly misread: boolean;

  constructor(message: string, { misread = false } = {}) {
    super(message);
    this.misread = misread;
  }
}

const place = (bytes: number): string => (bytes === 0 ? '' : ` (near byte ${bytes.toLocaleString('en')})`);

/** All reasons to reject a file. */
export const problems = {
  empty: () => new FileProblem('This file is empty. Choose one with documents in it.'),
  blank: () => new FileProblem('This file contains only whitespace. Choose one with documents in it.'),
  noDocuments: () => new FileProblem('This file has no documents: its list is empty.'),
  nothingReadable: (line: number, reason: string) =>
    new FileProblem(`No document in this file can be imported. Line ${line}: ${reason}.`),
  headerOnly: () => new FileProblem('This file has column names but no rows, so there is nothing to add.'),
  packed: (kind: string) =>
    new FileProblem(`This is ${kind}, not text. Unpack it first, or save it as CSV, JSON or NDJSON.`),
  binary: (at: number) =>
    new FileProblem(`This is not a text file${place(at)}. Save it as CSV, JSON or NDJSON in UTF-8.`),
  encoding: (name: string, at: number) =>
    new FileProblem(`This file is not valid ${name}${place(at)}. Save it as UTF-8 and choose it again.`, {
      misread: true,
    }),
  unreadable: () =>
    new FileProblem(
      'The file could not be read. It may have been changed, moved or deleted since you chose it, or it may be a folder.',
    ),
  notJson: (line: number) =>
    new FileProblem(`Line ${line} is not JSON. Expected a list in [ ] or documents in { }.`),
  afterTheEnd: (line: number) =>
    new FileProblem(`Line ${line} has text after the end of the list. Nothing after that point was read.`),
  cutOff: (line: number) =>
    new FileProblem(
      `The file ends in the middle of the document that starts on line ${line}. Nothing from there on was read.`,
    ),
  openQuote: (line: number) =>
    new FileProblem(
      `The quotation mark opened on line ${line} is never closed. Nothing from there on was read.`,
    ),
  endlessRow: (line: number) =>
    new FileProblem(`Line ${line} exceeds the maximum size of a document. Nothing from there on was read.`),
} as const;
