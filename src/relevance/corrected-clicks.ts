import type { ClickedDocument } from '../store/port.ts';

/** Positions beyond this one count as this one, so that a few clicks far down do not outweigh all others. */
const DEEPEST = 10;

/**
 * The clicks of a document, corrected for where it was shown: results are looked at about in inverse proportion to their
 * position, so a click at position 4 counts as 4 clicks at the first one (inverse propensity weighting, Joachims et al.
 * 2017, with the propensity 1/position). A click at an unknown position counts once.
 */
export const correctedClicks = ({ positions }: Pick<ClickedDocument, 'positions'>): number =>
  positions.reduce((sum, { position, clicks }) => sum + clicks * Math.min(position ?? 1, DEEPEST), 0);
