import { access, constants, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { comparisonJson } from '../comparison/comparison-json.ts';
import { comparisonText } from '../comparison/comparison-text.ts';
import { reportPage } from '../comparison/report.ts';
import { type Comparison, comparisonOf } from '../comparison/summary.ts';
import { type Command, type Invocation, print, UsageError } from './command.ts';
import {
  COMPARE_USAGE,
  type CompareRequest,
  parseCompareRequest,
  parseReportRequest,
  type ReportRequest,
} from './compare-request.ts';
import { runComparison } from './comparison-run.ts';
import { type Queries, queriesOfFile } from './query-file.ts';
import { queriesOfAnalytics, queriesOfLogs } from './recorded-queries.ts';
import { SearchSide } from './search-side.ts';
import { fileError, TransferError } from './service-client.ts';
import { readShadowRecords } from './shadow-records.ts';

/** Sends the same searches to two services and compares their answers, or shows those that shadow mode has compared. */
export const compareCommand: Command = {
  options: {
    left: { type: 'string' },
    right: { type: 'string' },
    'left-key': { type: 'string' },
    'right-key': { type: 'string' },
    queries: { type: 'string' },
    engine: { type: 'string' },
    limit: { type: 'string' },
    days: { type: 'string' },
    concurrency: { type: 'string' },
    'requests-per-second': { type: 'string' },
    timeout: { type: 'string' },
    'min-overlap': { type: 'string' },
    report: { type: 'string' },
    shadow: { type: 'boolean' },
  },
  async run(invocation) {
    const request = parseReportRequest(invocation);
    if (request.report !== undefined) await checkFolder(request.report);
    try {
      const comparison =
        invocation.values.shadow === true
          ? await recordedComparison(invocation, request)
          : await liveComparison(parseCompareRequest(invocation), request);
      const problem = request.report && (await writeReport(request.report, comparison));
      const { searches, passed } = comparison.summary;
      const written = request.report && !problem ? `\nReport: ${request.report}` : '';
      print(invocation, comparisonJson(comparison), comparisonText(comparison) + written);
      if (problem) throw problem;
      return passed === searches ? 0 : 1;
    } catch (error) {
      if (!(error instanceof TransferError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
  },
};

async function recordedComparison(
  { config, values, positionals }: Invocation,
  { minOverlap }: ReportRequest,
): Promise<Comparison> {
  const [file, ...rest] = positionals;
  if (rest.length > 0 || [values.left, values.right, values.queries].some((value) => value !== undefined)) {
    throw new UsageError(COMPARE_USAGE);
  }
  const { pairs, source, notes } = await readShadowRecords(file, config.data);
  return comparisonOf(pairs, {
    left: 'the shadow service',
    right: 'this Findling',
    source,
    at: new Date().toISOString(),
    notes,
    minOverlap,
  });
}

async function liveComparison(request: CompareRequest, { minOverlap }: ReportRequest): Promise<Comparison> {
  const [left, right] = [new SearchSide(request.left), new SearchSide(request.right)];
  try {
    const { searches, source, notes } = await queriesOf(request, left);
    const pairs = await runComparison(searches, left, right, request.concurrency);
    const isSame = left.url === right.url;
    return comparisonOf(pairs, {
      left: left.url,
      right: right.url,
      source,
      at: new Date().toISOString(),
      notes: isSame ? [...notes, 'Both sides are the same service.'] : notes,
      minOverlap,
    });
  } finally {
    left.close();
    right.close();
  }
}

function queriesOf({ source, engine, limit, days }: CompareRequest, left: SearchSide): Promise<Queries> {
  if ('file' in source) return queriesOfFile(source.file, engine, limit);
  const request = { engine: source.engine, limit, days };
  return source.recorded === 'logs' ? queriesOfLogs(left, request) : queriesOfAnalytics(left, request);
}

/** Refuses a report that cannot be written before anything is sent. */
async function checkFolder(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((error) => {
    throw new UsageError(fileError(file, error, 'written').message);
  });
}

/** Writes the report; what prevents it does not discard the comparison. */
const writeReport = (file: string, comparison: Comparison): Promise<TransferError | undefined> =>
  writeFile(file, reportPage(comparison)).then(
    () => undefined,
    (error) => fileError(file, error, 'written'),
  );
