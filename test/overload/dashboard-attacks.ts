import { limits } from '../../src/limits.ts';
import { COUNTS } from './analytics-attacks.ts';
import { LARGE, MEDIUM, SAMPLE, TEXTS } from './engines.ts';
import { beyond, many, NOTHING, type Request, within } from './expensive-request.ts';
import { bodyOf } from './search-attacks.ts';

/** Passwords are hashed, which is slow on purpose. */
const longest = 'x'.repeat(limits.passwordLength.most);

export const DASHBOARD: Readonly<Record<string, readonly Request[]>> = {
  'GET /session': NOTHING,
  'POST /session': [
    within('wrong password', { login: 'owner', password: longest }),
    beyond('long password', { login: 'owner', password: `${longest}x` }),
  ],
  'DELETE /session': NOTHING,
  'POST /setup': [within('wrong token', { token: 'x', name: 'x', password: longest })],
  'POST /reset': [within('wrong token', { token: 'x', password: longest })],
  'POST /links/inspect': [within('wrong token', { token: 'x'.repeat(1000) })],
  'POST /invitations/accept': [within('wrong token', { token: 'x', name: 'x', password: longest })],

  'GET /sessions': NOTHING,
  'DELETE /sessions': NOTHING,
  'DELETE /sessions/:id': NOTHING,
  'PATCH /person': [beyond('a long name', { name: 'x'.repeat(limits.personNameLength + 1) })],
  'POST /password': [within('wrong password', { current: longest, password: longest })],

  'GET /operations': NOTHING,
  'POST /accounts': [beyond('a long name', { name: 'x'.repeat(limits.accountNameLength + 1) })],
  'GET /accounts/:account': NOTHING,
  'GET /accounts/:account/people': NOTHING,
  'PATCH /accounts/:account/people/:id': [within('no such person', { role: 'analyst' })],
  'DELETE /accounts/:account/people/:id': NOTHING,
  'POST /accounts/:account/invitations': [within('an invitation', { role: 'analyst' })],
  'DELETE /accounts/:account/invitations/:id': NOTHING,
  'GET /accounts/:account/audit': [within('largest page', { page: { size: limits.auditPerPage.most } })],

  'GET /accounts/:account/engines': [within('largest page', { page: { size: limits.listedEngines.most } })],
  'POST /accounts/:account/samples': [
    within('an engine that exists', { sample: 'national-parks', name: SAMPLE.name }),
  ],
  'GET /accounts/:account/engines/:engine/overview': [
    within('50,000 documents', undefined, { engine: LARGE.name }),
  ],
  'GET /accounts/:account/engines/:engine/health': [
    within('50,000 documents', undefined, { engine: LARGE.name }),
  ],
  'GET /accounts/:account/engines/:engine/originals': [
    within('100 large documents', { ids: many(100, (n) => `d${n}`) }, { engine: TEXTS.name }),
  ],
  'POST /accounts/:account/engines/:engine/schema/confirm': [
    within('many fields', { fields: many(1000, (at) => `f${at}`) }),
  ],
  'POST /accounts/:account/engines/:engine/search-as': [
    within('several options', { token: 'x', ...bodyOf('several options') }, { engine: MEDIUM.name }),
  ],
  'GET /accounts/:account/engines/:engine/curation-of': [
    within('a long query', { query: 'x'.repeat(60_000) }),
  ],
  'POST /accounts/:account/engines/:engine/organic-search': [
    within('several options', bodyOf('several options'), { engine: MEDIUM.name }),
  ],
  'POST /accounts/:account/engines/:engine/analytics': COUNTS,
  'POST /accounts/:account/tokens/sign': [
    within('large claims', { key: 'search-key', claims: { filters: { id: many(5000, (at) => `${at}`) } } }),
  ],
  'POST /accounts/:account/tokens/inspect': [within('a long token', { token: `${'x'.repeat(60_000)}.y.z` })],
};

export const OTHERS: Readonly<Record<string, readonly Request[]>> = {
  'GET /': NOTHING,
  'GET /login': NOTHING,
  'GET /health': NOTHING,
  'GET /health/live': NOTHING,
  'GET /health/ready': NOTHING,
  'GET /openapi.json': [within('the description')],
  'GET /api/ent/v1/internal/health': NOTHING,
  'GET /api/ent/v1/internal/version': NOTHING,
  'GET /api/ent/v1/internal/read_only_mode': NOTHING,
  'PUT /api/ent/v1/internal/read_only_mode': [beyond('another value', { enabled: 'x'.repeat(60_000) })],
  'GET /api/ent/v1/internal/stats': NOTHING,
  'GET /api/ent/v1/internal/storage': NOTHING,
  'GET /api/ent/v1/internal/storage/stale': NOTHING,
  'DELETE /api/ent/v1/internal/storage/stale': NOTHING,
  'GET /as/credentials/collection': NOTHING,
};
