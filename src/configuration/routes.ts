import { parseDryRun } from '../api/dry-run.ts';
import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { type EngineCall, engineRoute, type Route } from '../api/route.ts';
import { listOf, pageParameters } from '../api/shapes.ts';
import { limits } from '../limits.ts';
import type { TuningVersionInfo } from '../store/port.ts';
import type { ConfigurationChange, Configurations } from './configurations.ts';
import {
  changedConfigurationShape,
  configurationChangeShape,
  configurationShape,
  keptVersionShape,
  versionShape,
} from './shapes.ts';

const PATH = '/engines/:engine/configuration';
const PAGE_SIZE = { default: limits.tuningPerPage, most: limits.tuningPerPage };

const changeOf = ({ engine, caller, precondition }: EngineCall): ConfigurationChange => ({
  engine,
  caller,
  precondition,
});
const versionOf = ({ path }: EngineCall): string => path.version ?? '';
const versionJson = ({ version, author, createdAt }: TuningVersionInfo) => ({
  version,
  author,
  created_at: new Date(createdAt).toISOString(),
});

export const configurationRoutes = (configurations: Configurations): Route[] => [
  engineRoute({
    method: 'GET',
    path: PATH,
    operation: {
      id: 'getConfiguration',
      summary: 'Get schema, search settings, synonyms, curations and sources as one document',
      answer: configurationShape,
    },
    answer: ({ engine }) => configurations.get(engine),
  }),
  engineRoute({
    method: 'PUT',
    path: PATH,
    bodyLimit: limits.bodies.ids,
    operation: {
      id: 'replaceConfiguration',
      summary: 'Replace the sections that the document has, all or nothing',
      description: 'With `dry_run=true` nothing is applied; the response shows what would change.',
      query: { dry_run: { type: 'boolean', default: false } },
      body: configurationChangeShape,
      answer: changedConfigurationShape,
    },
    async answer(call) {
      const params = await call.params();
      return parseDryRun(call.address.dry_run)
        ? { dry_run: true, diff: await configurations.diff(changeOf(call), params) }
        : configurations.replace(changeOf(call), params);
    },
  }),
  engineRoute({
    method: 'GET',
    path: `${PATH}/versions`,
    operation: {
      id: 'listConfigurationVersions',
      summary: 'List the latest versions of the configuration, newest first',
      query: pageParameters,
      answer: listOf(versionShape),
    },
    async answer({ engine, params }) {
      const page = parsePage(await params(), PAGE_SIZE);
      const { total, results } = await configurations.versions(engine, pageRange(page));
      return listAnswer(page, total, results.map(versionJson));
    },
  }),
  engineRoute({
    method: 'GET',
    path: `${PATH}/versions/:version`,
    operation: {
      id: 'getConfigurationVersion',
      summary: 'Get an earlier version of the configuration',
      answer: keptVersionShape,
    },
    async answer(call) {
      const version = await configurations.version(call.engine, versionOf(call));
      return { ...versionJson(version), configuration: JSON.parse(version.json) };
    },
  }),
  engineRoute({
    method: 'POST',
    path: `${PATH}/versions/:version/restore`,
    operation: {
      id: 'restoreConfigurationVersion',
      summary: 'Apply an earlier version of the configuration',
      answer: configurationShape,
    },
    answer: (call) => configurations.restore(changeOf(call), versionOf(call)),
  }),
];
