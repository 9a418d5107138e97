import { accountVisit, type DashboardRoute, engineVisit } from '../api/dashboard-route.ts';
import { abortSignalOf, streamJson } from '../api/json-stream.ts';
import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { parseEngineRequest } from '../engines/engine-request.ts';
import { texts } from '../error-texts.ts';
import { badInput, errors } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import { createSample, isSampleName, type SampleFeatures, sampleEngineOf } from '../sample/sample.ts';
import { AnswerStream } from '../search/answer-stream.ts';
import type { Searches } from '../search/searches.ts';
import type { SignedKeys } from '../signed-keys/signed-keys.ts';
import type { Audit } from './audit.ts';
import type { EngineOverviews } from './engine-overview.ts';

export interface EngineFeatures {
  readonly sampleFeatures: SampleFeatures;
  readonly overviews: EngineOverviews;
  readonly searches: Searches;
  readonly signedKeys: SignedKeys;
  readonly audit: Audit;
}

function tokenOf({ token }: Readonly<Record<string, unknown>>): string {
  if (typeof token !== 'string' || token.trim() === '') throw errors.missingParameter('token');
  return token.trim();
}

function fieldsOf({ fields }: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  if (fields === undefined || fields === null) return undefined;
  if (Array.isArray(fields) && fields.every((field) => typeof field === 'string')) return fields;
  throw errors.mustBe('Fields', 'an array of strings');
}

/** Dashboard-only routes of engines: overviews, samples, and tools for signed search keys. */
export function engineRoutes(features: EngineFeatures): DashboardRoute[] {
  const { sampleFeatures, overviews, searches, signedKeys, audit } = features;
  return [
    accountVisit({
      method: 'GET',
      path: '/accounts/:account/engines',
      async answer({ account, params }) {
        const page = parsePage(await params(), limits.listedEngines);
        const { total, results } = await overviews.page(account.id, pageRange(page));
        return listAnswer(page, total, results);
      },
    }),
    accountVisit({
      method: 'POST',
      path: '/accounts/:account/samples',
      async answer({ account, session: { person }, params }) {
        const { sample, name } = await params();
        if (!isSampleName(sample))
          throw badInput({ sample: [texts.sampleNotInList] }) ?? errors.undecodable();
        const request = parseEngineRequest({ name: name ?? sampleEngineOf(sample) });
        const engine = await createSample(account.id, sample, request.name, sampleFeatures);
        const action = { action: 'sample.created', subject: engine.name, detail: sample } as const;
        await audit.record({ person, accountId: account.id }, action);
        return overviews.item(engine);
      },
    }),
    engineVisit({
      method: 'GET',
      path: '/accounts/:account/engines/:engine/overview',
      answer: ({ engine }) => overviews.of(engine),
    }),
    engineVisit({
      method: 'POST',
      path: '/accounts/:account/engines/:engine/schema/confirm',
      async answer({ engine, account, session: { person }, params }) {
        await overviews.confirm(engine, fieldsOf(await params()), { person, accountId: account.id });
        return overviews.of(engine);
      },
    }),
    engineVisit({
      method: 'POST',
      path: '/accounts/:account/engines/:engine/search-as',
      bodyLimit: limits.bodies.search,
      async answer({ account, engine, params, requestId, reply }) {
        const { token, ...options } = await params();
        const caller = await signedKeys.callerOf(account, engine, tokenOf({ token }));
        const signal = abortSignalOf(reply);
        const answer = await searches.search({ caller, requestId, signal }, engine, options);
        return answer instanceof AnswerStream ? streamJson(reply, answer.chunks) : answer;
      },
    }),
    accountVisit({
      method: 'POST',
      path: '/accounts/:account/tokens/sign',
      async answer({ account, session: { person }, params }) {
        const { key, claims = {} } = await params();
        if (typeof key !== 'string') throw errors.missingParameter('key');
        if (!isObject(claims)) throw errors.mustBe('Claims', 'an object');
        const token = await signedKeys.sign(account, key, claims);
        const detail = Object.keys(claims).join(', ');
        const action = { action: 'token.signed', subject: key, detail, count: 1 } as const;
        await audit.record({ person, accountId: account.id }, action);
        return { token };
      },
    }),
    accountVisit({
      method: 'POST',
      path: '/accounts/:account/tokens/inspect',
      answer: async ({ account, params }) => signedKeys.inspect(account, tokenOf(await params())),
    }),
  ];
}
