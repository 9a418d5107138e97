import assert from 'node:assert/strict';

/**
 * A strict parser of metrics, written from the descriptions of the two formats and independent of the service:
 * https://prometheus.io/docs/instrumenting/exposition_formats/ and OpenMetrics 1.0. It accepts less than scrapers do:
 * every family has one HELP and one TYPE, directly before its samples.
 */

export type Kind = 'counter' | 'gauge' | 'histogram';

export interface ParsedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ParsedFamily {
  /** With `_total` for counters, in both formats. */
  readonly name: string;
  readonly kind: Kind;
  readonly help: string;
  readonly samples: readonly ParsedSample[];
}

const HELP = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/;
const TYPE = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?!$)|$)/y;
const NUMBER = /^(?:[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]Inf|NaN)$/i;

const numberOf = (text: string): number => {
  assert.match(text, NUMBER);
  if (/inf$/i.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(text);
};

const ESCAPES: Readonly<Record<string, string>> = { '\\\\': '\\', '\\"': '"', '\\n': '\n' };

function labelsOf(text: string | undefined): Record<string, string> {
  const labels: Record<string, string> = {};
  if (text === undefined) return labels;
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const [, name, value] = LABEL.exec(text) ?? assert.fail(`cannot read the labels ${text}`);
    assert.ok(!Object.hasOwn(labels, name as string), `${name} is there twice in ${text}`);
    labels[name as string] = (value as string).replace(/\\./g, (sign) => ESCAPES[sign] as string);
  }
  return labels;
}

const withoutBound = ({ le: _, ...labels }: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).sort());

/** Buckets ascend and never shrink, and the last one has all observations. */
function checkHistogram({ name, samples }: ParsedFamily): void {
  const groups = Map.groupBy(samples, ({ labels }) => withoutBound(labels));
  for (const [labels, own] of groups) {
    const of = (suffix: string) => own.filter((sample) => sample.name === `${name}_${suffix}`);
    const buckets = of('bucket');
    const bounds = buckets.map((bucket) => numberOf(bucket.labels.le ?? ''));
    assert.ok(
      bounds.every((bound, at) => at === 0 || bound > (bounds[at - 1] as number)),
      `${name} ${labels}: ${bounds}`,
    );
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY, `${name} ${labels} has no last bucket`);
    const counts = buckets.map(({ value }) => value);
    assert.ok(
      counts.every((count, at) => at === 0 || count >= (counts[at - 1] as number)),
      `${name} ${labels}: ${counts}`,
    );
    assert.deepEqual(
      of('count').map(({ value }) => value),
      [counts.at(-1)],
    );
    assert.equal(of('sum').length, 1);
    assert.equal(own.length, buckets.length + 2);
  }
}

function checkFamily(family: ParsedFamily): void {
  const { name, kind, samples } = family;
  const suffixes = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  for (const sample of samples) {
    assert.ok(
      suffixes.some((suffix) => sample.name === name + suffix),
      `${sample.name} in the family ${name}`,
    );
    assert.equal('le' in sample.labels, sample.name.endsWith('_bucket') && kind === 'histogram');
    if (kind !== 'gauge') assert.ok(sample.value >= 0, `${sample.name} is ${sample.value}`);
  }
  const keys = samples.map(
    (sample) => `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`,
  );
  assert.equal(new Set(keys).size, keys.length, `${name} has a sample twice`);
  if (kind === 'histogram') checkHistogram(family);
}

/** The families of a text, in order. Throws if the text breaks a rule of its format. */
export function parseExposition(text: string, format: 'prometheus' | 'openmetrics'): ParsedFamily[] {
  assert.ok(text.endsWith('\n'), 'the last line has no end');
  const lines = text.slice(0, -1).split('\n');
  if (format === 'openmetrics') assert.equal(lines.pop(), '# EOF');
  const families: Array<{ name: string; kind: Kind; help: string; samples: ParsedSample[] }> = [];
  for (let at = 0; at < lines.length; ) {
    const [, name = '', help = ''] = HELP.exec(lines[at] as string) ?? assert.fail(`no HELP: ${lines[at]}`);
    const [, typed, kind] = TYPE.exec(lines[at + 1] ?? '') ?? assert.fail(`no TYPE: ${lines[at + 1]}`);
    assert.equal(typed, name);
    // OpenMetrics names a family of counters without the ending of its samples.
    const isShort = format === 'openmetrics' && kind === 'counter';
    assert.equal(kind === 'counter' && !isShort, name.endsWith('_total'), name);
    const family = {
      name: isShort ? `${name}_total` : name,
      kind: kind as Kind,
      help,
      samples: [] as ParsedSample[],
    };
    at += 2;
    for (; at < lines.length && !(lines[at] as string).startsWith('#'); at++) {
      const line = lines[at] as string;
      const [, sample = '', labels, value = ''] = SAMPLE.exec(line) ?? assert.fail(`cannot read ${line}`);
      family.samples.push({ name: sample, labels: labelsOf(labels), value: numberOf(value) });
    }
    families.push(family);
  }
  const names = families.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, 'a family is there twice');
  for (const family of families) checkFamily(family);
  return families;
}
