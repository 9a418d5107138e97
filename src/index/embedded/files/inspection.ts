import type { FieldType } from '../../../values/types.ts';

/** The content of a file as plain data to display. Numbers from damaged sections are null. */
export type Inspection = SegmentInspection | ManifestInspection;

interface Inspected {
  readonly file: string;
  readonly format: number;
  readonly bytes: number;
  readonly language: string | null;
  readonly analysis: number;
}
export interface SectionInspection {
  readonly name: string;
  readonly kind: string;
  readonly elements: number;
  readonly bytes: number;
  /** Whether its checksum matches. */
  readonly ok: boolean;
}
export interface TextInspection {
  readonly terms: number;
  readonly postings: number | null;
  readonly stems: number;
  readonly subtokens: number;
  readonly bytes: number;
}
export interface ColumnInspection {
  readonly values: number;
  /** For text fields only. */
  readonly distinct: number | null;
  readonly bytes: number;
}
export interface FieldInspection {
  readonly name: string;
  readonly type: FieldType | 'id';
  readonly text: TextInspection | null;
  readonly column: ColumnInspection | null;
}
export interface SegmentInspection extends Inspected {
  readonly kind: 'segment';
  readonly documents: number;
  readonly fields: readonly FieldInspection[];
  readonly sections: readonly SectionInspection[];
}
export interface FileInspection {
  readonly file: string;
  readonly bytes: number;
  /** The problem with the file; null if it is intact. */
  readonly problem: string | null;
}
export interface ManifestInspection extends Inspected {
  readonly kind: 'manifest';
  readonly store: string;
  readonly engine: number;
  readonly icu: string;
  readonly sequence: number;
  readonly long: 'whole' | 'by hash';
  readonly written: string;
  readonly fields: ReadonlyArray<{ readonly name: string; readonly type: FieldType }>;
  readonly segments: ReadonlyArray<
    FileInspection & { readonly documents: number; readonly liveDocs: number }
  >;
}
