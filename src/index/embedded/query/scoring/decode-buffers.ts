import { DecodedBlock } from '../../segment/postings.ts';

/** Rooms for the decoded blocks of one search; those of one segment serve the next. */
export class Rooms {
  readonly #rooms: DecodedBlock[] = [];
  #taken = 0;

  next(): DecodedBlock {
    const room = this.#rooms[this.#taken] ?? new DecodedBlock();
    this.#rooms[this.#taken++] = room;
    return room;
  }

  /** The segment before is done with. */
  free(): void {
    this.#taken = 0;
  }
}
