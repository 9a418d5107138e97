const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;

/** Why memory is exhausted, and what to do about it. */
export const indexFullTexts = {
  needs: (needed: number, budget: number) =>
    `The search index of this engine needs about ${megabytes(needed)} of memory, but FINDLING_MEMORY allows ${megabytes(budget)} for all engines. Give the service more memory, or delete documents.`,
  tooLarge: (budget: number) =>
    `The search index of this engine needs more memory than is available: FINDLING_MEMORY allows ${megabytes(budget)} for all engines. Give the service more memory, or delete documents.`,
  waits: (needed: number, budget: number) =>
    `The rebuild of an engine's search index is waiting for about ${megabytes(needed)} of memory: FINDLING_MEMORY allows ${megabytes(budget)} for all engines. Searches still work; give the service more memory, or delete documents.`,
  noMore: (budget: number) =>
    `The search index has no memory left for more documents: FINDLING_MEMORY allows ${megabytes(budget)}. Give the service more memory, or delete documents.`,
} as const;
