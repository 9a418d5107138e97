import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { ROOT } from '../support/command.ts';
import { request, startTestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';
import { type ParsedFamily, parseExposition } from './exposition-parser.ts';
import { METRICS, TOKEN } from './scraped-service.ts';

/** The dashboard, the alert rules and the page about metrics name metrics, labels and values that exist. */

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAGE = textOf('docs/monitoring.md');
const DASHBOARD = JSON.parse(textOf('deploy/grafana/findling.json'));
const ALERTS = textOf('deploy/prometheus/alerts.yaml');

/** The cells of the first table after a heading. */
const rowsAfter = (heading: string): string[][] => {
  const [, after = ''] = PAGE.split(`\n${heading}\n`);
  return (/(?:^\|.*\n)+/m.exec(after)?.[0] ?? '')
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
};
const quoted = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text as string);

const DOCUMENTED = new Map(
  rowsAfter('### All metrics').map(([name, kind, labels]) => [
    quoted(name)[0] ?? '',
    { kind, labels: quoted(labels) },
  ]),
);

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly datasource?: { readonly uid: string };
  readonly targets?: ReadonlyArray<{ readonly expr: string; readonly datasource: { readonly uid: string } }>;
}
const PANELS: readonly Panel[] = DASHBOARD.panels.filter(({ type }: Panel) => type !== 'row');

/** The expressions of the alert rules: on the line of `expr:`, or indented below it. */
const alertExpressions = (): string[] =>
  [...ALERTS.matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.+)\n)/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  );

const EXPRESSIONS: readonly string[] = [
  ...PANELS.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...alertExpressions(),
  DASHBOARD.templating.list[1].query.query,
];

/** A metric in an expression, with the conditions on its labels. */
interface Use {
  readonly metric: string;
  readonly conditions: ReadonlyArray<{ readonly label: string; readonly values: readonly string[] }>;
}

const usesIn = (expression: string): Use[] =>
  [...expression.matchAll(/\b((?:findling|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', selector = '']) => ({
      metric,
      conditions: [...selector.matchAll(/(\w+)(?:=~|=|!=)"([^"]*)"/g)].map(([, label = '', value = '']) => ({
        label,
        values: value.split('|'),
      })),
    }),
  );

/** Labels that Prometheus adds. */
const SCRAPED = ['instance', 'job'];

suite('what names metrics', async () => {
  let families: readonly ParsedFamily[] = [];

  test('the service shows its metrics', async (t) => {
    const service = await startTestService(t, {
      ...METRICS,
      FINDLING_TRACES_URL: 'http://127.0.0.1:1',
      FINDLING_TRACES_SHARE: '0%',
      FINDLING_SHADOW_URL: 'http://127.0.0.1:1',
      FINDLING_SHADOW_SHARE: '0%',
      FINDLING_BACKUP_TO: join(temporaryFolder(t), 'backups'),
    });
    const engine = await service.engine({ documents: [{ id: 'a', title: 'red' }] });
    await service.call('POST', `/engines/${engine}/search`, { body: { query: 'red' } });
    await until('a backup was made', async () => {
      const { text } = await request(`${service.baseUrl}/metrics`, 'GET', { key: TOKEN });
      families = parseExposition(text, 'prometheus');
      const backup = families.find(({ name }) => name === 'findling_backup_size_bytes');
      return backup !== undefined && backup.samples.length > 0;
    });
    assert.ok(families.length > 40);
  });

  const familyOf = (metric: string): ParsedFamily | undefined =>
    families.find(({ name, kind }) =>
      kind === 'histogram' ? metric.replace(/_(?:bucket|sum|count)$/, '') === name : metric === name,
    );
  const labelsOf = ({ samples }: ParsedFamily): string[] => [
    ...new Set(samples.flatMap(({ labels }) => Object.keys(labels)).filter((label) => label !== 'le')),
  ];

  test('docs/monitoring.md lists every metric with its type and labels', () => {
    assert.deepEqual(
      Object.fromEntries([...DOCUMENTED].map(([name, { kind }]) => [name, kind])),
      Object.fromEntries(families.map(({ name, kind }) => [name, kind])),
    );
    for (const family of families) {
      if (family.samples.length === 0) continue;
      assert.deepEqual(labelsOf(family).sort(), DOCUMENTED.get(family.name)?.labels.toSorted(), family.name);
    }
    const empty = families.filter(({ samples }) => samples.length === 0).map(({ name }) => name);
    assert.deepEqual(empty, [
      'findling_database_connections',
      'findling_database_waiting',
      'findling_node_engines_behind',
      'findling_node_lag_seconds',
    ]);
  });

  test('the dashboard and the alerts name metrics, labels and values that exist', () => {
    assert.ok(EXPRESSIONS.length > 50);
    for (const expression of EXPRESSIONS) {
      const uses = usesIn(expression);
      assert.ok(uses.length > 0 || /^up\{/.test(expression), expression);
      for (const { metric, conditions } of uses) {
        const family = familyOf(metric) ?? assert.fail(`there is no metric ${metric}: ${expression}`);
        if (family.kind === 'histogram') assert.match(metric, /_(?:bucket|sum|count)$/);
        const labels = DOCUMENTED.get(family.name)?.labels ?? [];
        for (const { label, values } of conditions) {
          if (SCRAPED.includes(label)) continue;
          assert.ok(labels.includes(label), `${metric} has no label ${label}: ${expression}`);
          // Routes and statuses depend on the requests.
          if (label === 'route' || label === 'status') continue;
          const known = new Set(family.samples.map((sample) => sample.labels[label]));
          for (const value of values) assert.ok(known.has(value), `${metric} has no ${label} ${value}`);
        }
      }
      const [used] = uses;
      for (const [, list = ''] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
        const allowed = [
          ...SCRAPED,
          'le',
          ...(DOCUMENTED.get(familyOf(used?.metric ?? '')?.name ?? '')?.labels ?? []),
        ];
        for (const label of list.split(',').map((name) => name.trim())) {
          assert.ok(allowed.includes(label), `by (${label}): ${expression}`);
        }
      }
    }
  });

  test('the dashboard shows every metric, of the chosen data source', () => {
    const shown = new Set(
      PANELS.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => usesIn(expr))).map(
        ({ metric }) => familyOf(metric)?.name,
      ),
    );
    assert.deepEqual(
      families.map(({ name }) => name).filter((name) => !shown.has(name)),
      [],
    );
    for (const { title, datasource, targets = [] } of PANELS) {
      const sources = [datasource, ...targets.map((target) => target.datasource)];
      for (const source of sources) assert.match(source?.uid ?? '', /^\$\{datasource\}$/, title);
    }
    const [source] = DASHBOARD.templating.list;
    assert.deepEqual([source.name, source.type, source.query], ['datasource', 'datasource', 'prometheus']);
    const ids = DASHBOARD.panels.map(({ id }: { id: number }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.doesNotMatch(JSON.stringify(DASHBOARD), /https?:|localhost|:\d{4}/);
  });

  test('the page lists every alert', () => {
    const rules = [...ALERTS.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name);
    assert.deepEqual(
      rowsAfter('### Dashboard and alerts').map(([name]) => quoted(name)[0]),
      rules,
    );
    assert.equal(alertExpressions().length, rules.length);
  });
});
