/** The part of an answer that matters here: results with `_meta` and fields by name. */
interface Answer {
  readonly results: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** The results of a page whose size is shown. */
export const PAGE = 10;

/** The size of an answer in bytes of JSON, without compression. */
export interface AnswerSize {
  /** The mean of a result. */
  readonly perResult: number;
  /** A page of ten results. */
  readonly page: number;
  /** Whether there were fewer than ten results. */
  readonly isEstimated: boolean;
  /** The mean of each field in a result. */
  readonly byField: ReadonlyMap<string, number>;
}

const encoder = new TextEncoder();
const bytesOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

/** Undefined without results. */
export function answerSize(answer: Answer): AnswerSize | undefined {
  const { results } = answer;
  const count = results.length;
  if (count === 0) return undefined;
  const byField = new Map<string, number>();
  for (const result of results) {
    for (const [name, value] of Object.entries(result)) {
      // `"name":value,` without the braces of an object, and with a comma.
      if (name !== '_meta') byField.set(name, (byField.get(name) ?? 0) + bytesOf({ [name]: value }) - 1);
    }
  }
  const all = results.reduce((sum, result) => sum + bytesOf(result), 0);
  const whole = bytesOf(answer);
  // The rest of the answer, with the brackets of the list but without its commas.
  const frame = whole - all - (count - 1);
  return {
    perResult: Math.round(all / count),
    page: count === PAGE ? whole : Math.round(frame + (all / count) * PAGE + PAGE - 1),
    isEstimated: count !== PAGE,
    byField: new Map([...byField].map(([name, sum]) => [name, Math.round(sum / count)])),
  };
}

/** `−66%`; `no change` if both are equal. */
export function changeText(before: number, after: number): string {
  if (before === after) return 'no change';
  const percent = Math.round(((after - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`;
}
