export const HOUR = 3_600_000;
export const DAY = 86_400_000;
/** Days of a block, the longest unit that events are counted by. */
export const BLOCK = 32;
