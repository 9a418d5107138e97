/** The configuration of the search page. Change labels, order and fields here. */
export interface PageOptions {
  /** The field for the heading of a result; the id if left out. */
  readonly title?: Field;
  /** The field below the heading. */
  readonly text?: Field;
  /** The field with the URL that a result links to. */
  readonly address?: Field;
  /** The field with the URL of an image. */
  readonly image?: Field;
  /** Fields to filter by. */
  readonly facets: readonly Field[];
  /** Sort options in addition to relevance. */
  readonly sorts: readonly Sort[];
  /** Additional fields of a result. */
  readonly details: readonly Field[];
}

export interface Field {
  readonly field: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date' | 'geolocation';
}

export interface Sort {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  readonly label: string;
}
