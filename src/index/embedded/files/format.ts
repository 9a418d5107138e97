/**
 * Version of the format of all index files. It goes up by one with every change of the meaning of a byte, in the files
 * or in the sections of a segment. Files of other versions are not converted; the index is rebuilt. docs/FORMAT.md
 * describes the current format, and what to do when the version goes up.
 */
export const FORMAT = 1;
