/**
 * The number of the format of all files of the index. It goes up by one with every change of a byte's meaning, in the
 * files themselves or in the sections of a segment. Files of other formats are not converted but built again.
 * docs/FORMAT.md describes the present format, and what has to be done when the number goes up.
 */
export const FORMAT = 1;
