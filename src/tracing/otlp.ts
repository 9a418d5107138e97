import type { Attributes, EndedSpan } from './span.ts';

/** The longest text of an attribute, in characters. */
const TEXT_LENGTH = 256;

/** Numbers of the protocol. */
const KIND = { internal: 1, server: 2 };
const STATUS_ERROR = 2;

const anyValue = (value: string | number | boolean): object => {
  if (typeof value === 'string') return { stringValue: value.slice(0, TEXT_LENGTH) };
  if (typeof value === 'boolean') return { boolValue: value };
  // JSON has 64-bit integers as texts.
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const listOf = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

/** Nanoseconds as text, to the microsecond: a number could not hold them. */
const nanoseconds = (milliseconds: number): string => `${Math.round(1000 * milliseconds)}000`;

const spanJson = (span: EndedSpan): object => ({
  traceId: span.traceId,
  spanId: span.id,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: span.isServer ? KIND.server : KIND.internal,
  startTimeUnixNano: nanoseconds(span.began),
  endTimeUnixNano: nanoseconds(span.ended),
  attributes: listOf(span.attributes),
  status: span.isError ? { code: STATUS_ERROR } : {},
});

/** Spans in the JSON of OTLP 1 (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
export const otlpJson = (spans: readonly EndedSpan[], resource: Attributes, version: string): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: listOf(resource) },
        scopeSpans: [{ scope: { name: 'findling', version }, spans: spans.map(spanJson) }],
      },
    ],
  });
