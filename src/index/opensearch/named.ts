/** An empty record by field name. It has no prototype, so that no name is special. */
export const named = <T>(): Record<string, T> => Object.create(null);
