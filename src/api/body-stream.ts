/** A body that is read while it arrives, no faster than its handler asks for it. */
export interface BodyStream {
  /** The next bytes, decompressed; undefined at the end. Rejects if the client disconnects or the bytes are damaged. */
  next(): Promise<Buffer | undefined>;
}
