/** The form in which the queries of curations are compared: trimmed, in lower case, with single blanks. */
export const queryKey = (query: string): string => query.trim().toLowerCase().replace(/\s+/gu, ' ');
