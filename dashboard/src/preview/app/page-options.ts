/** What the search page shows. Change labels, order and fields as you like; no other file has to know. */
export interface PageOptions {
  /** The field of the headings of results; their id if left out. */
  readonly title?: Field;
  /** The field below the heading. */
  readonly text?: Field;
  /** The field with the address that a result leads to. */
  readonly address?: Field;
  /** The field with the address of a picture. */
  readonly image?: Field;
  /** Fields to narrow a search down with. */
  readonly facets: readonly Field[];
  /** Orders to choose from, beside that of relevance. */
  readonly sorts: readonly Sort[];
  /** Further fields that a result shows. */
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
