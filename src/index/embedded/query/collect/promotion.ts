/** The score of a promoted document, by its rank: above every score that a text match can have. */
export const promotedScore = (rank: number): number => 2 ** 127 - rank * 2 ** 104;

/** Whether a score is that of a promoted document; boosts do not apply to those. */
export const isPromoted = (score: number): boolean => score >= 2 ** 126;
