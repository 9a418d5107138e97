/** The score of a promoted document, by its rank: above all that a text can earn. */
export const promotedScore = (rank: number): number => 2 ** 127 - rank * 2 ** 104;

/** Whether a score is that of a promoted document; boosts leave those alone. */
export const isPromoted = (score: number): boolean => score >= 2 ** 126;
