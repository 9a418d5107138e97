/** Where a request comes from, as the sender says. */
export interface RemoteParent {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the sender records the trace. */
  readonly isSampled: boolean;
}

const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * Parses a `traceparent` header (https://www.w3.org/TR/trace-context/). Undefined if it is missing or invalid: then a
 * trace begins here. Later versions may have more fields at the end, version 00 has none.
 */
export function parseTraceparent(header: unknown): RemoteParent | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}
