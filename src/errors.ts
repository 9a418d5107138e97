import { shortened } from './error-texts.ts';
import { limits } from './limits.ts';

/** An error response: a status, a body in one of the service's shapes, and optional headers. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
    super(JSON.stringify(body));
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** A list of messages as a response shows it: the first ones, in order. A million errors need no million messages. */
export const firstMessages = <T>(items: readonly T[], text: (item: T) => string): string[] =>
  items.slice(0, limits.messages).map(text);

/** 400 with one message or several. */
export const badRequest = (messages: string | readonly string[]): ApiError =>
  new ApiError(400, {
    errors: typeof messages === 'string' ? [messages] : messages.slice(0, limits.messages),
  });

/** 400 with messages by input; undefined if there are none. */
export function badInput(fields: Readonly<Record<string, readonly string[]>>): ApiError | undefined {
  const broken = Object.fromEntries(Object.entries(fields).filter(([, messages]) => messages.length > 0));
  const messages = Object.values(broken).flat();
  return messages.length === 0 ? undefined : new ApiError(400, { errors: messages, fields: broken });
}

const notFound = (message: string): ApiError => new ApiError(404, { errors: [message] });
const gone = (message: string): ApiError => new ApiError(410, { errors: [message] });
const unauthenticated = (message: string): ApiError =>
  new ApiError(401, { error: message }, { 'www-authenticate': 'Basic realm="Swiftype"' });

/** 503 for a state that is over in a moment. */
const busy = (message: string): ApiError => new ApiError(503, { errors: [message] }, { 'retry-after': '1' });

const integerFormat = new Intl.NumberFormat('en-US');

/** The errors that end a request. Messages that App Search has as well are copied to the letter. */
export const errors = {
  // Authentication (401, `error`) and permission (401, `errors`).
  notSignedIn: () => unauthenticated('You need to sign in before continuing.'),
  invalidToken: () => unauthenticated('Invalid authentication token.'),
  unauthorized: () => new ApiError(401, { errors: ['Unauthorized action.'] }),

  metricsToken: () =>
    new ApiError(
      401,
      { errors: ['Metrics require the token of FINDLING_METRICS_TOKEN: Authorization: Bearer TOKEN'] },
      { 'www-authenticate': 'Bearer realm="metrics"' },
    ),

  // Routes.
  noSuchRoute: () => new ApiError(404, { errors: 'Routing Error. The path you have requested is invalid.' }),
  crawler: () =>
    new ApiError(501, {
      errors: [
        'The web crawler is not part of Findling. Crawl with another tool and index the pages as documents.',
      ],
    }),
  noSuchAccount: () => notFound('Could not find account.'),
  noSuchEngine: () => notFound('Could not find engine.'),
  noSuchCredential: () => notFound('Could not find credential.'),
  noSuchRevocation: () => notFound('Could not find revocation.'),
  noSuchCuration: (id: string) => notFound(`Curation not found with id: ${id}`),
  curationDoesNotExist: (id: string) => notFound(`curation does not exist for id: ${id}`),
  noSuchSynonymSet: (id: string) => notFound(`Could not find synonym set with id: ${id}`),
  noSuchVersion: (version: string) => notFound(`Could not find configuration version: ${shortened(version)}`),
  noSuchJob: () => notFound('Could not find reindex job.'),

  // Requests.
  missingParameter: (name: string) => badRequest(`Missing required parameter: ${name}`),
  undecodable: () => badRequest('There was a decoding error. Please ensure your request is valid.'),
  emptyDocuments: () => badRequest('JSON must not be empty'),
  mustBe: (what: string, kind: string) => badRequest(`${what} must be ${kind}`),
  tooManyDocuments: () =>
    badRequest(`Cannot exceed ${limits.documentsPerRequest} documents in a single request`),
  tooManyIds: () => badRequest(`Cannot exceed ${limits.documentsPerRequest} ids in a single request`),
  bodyTooLarge: (most: number) =>
    new ApiError(413, {
      errors: [`Request body exceeds the maximum of ${integerFormat.format(most)} bytes`],
    }),
  tooManyParts: () =>
    badRequest(
      `Request bodies of more than ${integerFormat.format(limits.smallBody)} characters cannot have more than ${integerFormat.format(limits.largeBodyParts)} objects, arrays and members`,
    ),
  tooManyMembers: () =>
    badRequest(
      `Objects in request bodies cannot have more than ${integerFormat.format(limits.bodyMembers)} members`,
    ),
  tooManyParameters: () =>
    badRequest(`Cannot exceed ${integerFormat.format(limits.addressParameters)} parameters in an address`),
  compressedTooEarly: () =>
    new ApiError(
      415,
      { errors: ['A compressed body requires an API key or a session. Send this body uncompressed.'] },
      { 'accept-encoding': 'identity' },
    ),
  unknownEncoding: () =>
    new ApiError(415, { errors: ['Content encoding must be one of gzip, deflate, br, identity'] }),
  headerTooLarge: () => new ApiError(431, { errors: ['Request header is too large'] }),
  malformedRequest: () => new ApiError(400, { errors: ['Malformed HTTP request'] }),
  timedOut: () => new ApiError(408, { errors: ['The request was not received in time'] }),

  noReadOnlyMode: () =>
    new ApiError(501, {
      errors: ['There is no read-only mode. Use private keys without write access instead.'],
    }),
  noStats: () =>
    new ApiError(501, {
      errors: ['There are no statistics here. GET /health tells whether the service is ready.'],
    }),
  elasticsearchOff: () =>
    new ApiError(501, {
      errors: ['elasticsearch/_search is turned off. Set FINDLING_ELASTICSEARCH_SEARCH=on to use it.'],
    }),

  // Imports. After the first result these are sent as the last line.
  streamEncoding: () =>
    new ApiError(415, { errors: ['Content encoding of an import must be gzip or identity'] }),
  endlessLine: (line: number) => badRequest(`Line ${line} does not end. The lines before it were imported.`),
  importIdle: () =>
    new ApiError(408, {
      errors: [
        `No line was received for ${limits.imports.waitingTime / 1000} seconds. All lines with a result were imported.`,
      ],
    }),
  tooManyImports: () => busy('Too many imports are running. Please try again.'),

  deletionTooLong: (deleted: number, matched: number) =>
    new ApiError(
      503,
      {
        errors: [
          `The deletion took too long: ${integerFormat.format(deleted)} of ${integerFormat.format(matched)} documents were deleted. Repeat the request to delete the others.`,
        ],
      },
      { 'retry-after': '1' },
    ),

  // Exports.
  metaEngineExport: () =>
    badRequest('Documents of a meta engine cannot be exported. Export its source engines.'),
  badCursor: () => badRequest('Cursor must be the X-Export-Cursor of an export of this engine'),
  afterWithoutCursor: () => badRequest('After requires a cursor'),
  cursorOutdated: () =>
    badRequest(
      'The export cannot be resumed: documents that it had yet to send have changed, or documents were deleted. Start a new export.',
    ),
  tooManyExports: () => busy('Too many exports are running. Please try again.'),
  exportTooLong: () =>
    new ApiError(503, {
      errors: [`An export cannot take longer than ${limits.exportTime / 60_000} minutes. Resume it.`],
    }),

  // Schema and reindex.
  reindexing: () => new ApiError(400, { errors: ['Engine is reindexing.'] }, { 'retry-after': '1' }),
  notReindexing: () => badRequest('Engine is not reindexing.'),

  // Meta engines.
  notMetaEngine: () => badRequest('Engine is not a meta engine'),
  metaEngineDocuments: () =>
    badRequest('Documents of a meta engine cannot be changed. Change them in its source engines.'),
  metaEngineSchema: () =>
    badRequest('The schema of a meta engine cannot be changed. Change the schemas of its source engines.'),

  // The dashboard: authentication (401), permission (403), conflict (409), invalid one-time link (410).
  signInFirst: () => new ApiError(401, { errors: ['You need to sign in before continuing.'] }),
  signInRefused: () => new ApiError(401, { errors: ['Name or password is incorrect.'] }),
  tooManyAttempts: (seconds: number) =>
    new ApiError(
      429,
      { errors: [`Too many attempts. Please try again in ${seconds} seconds.`] },
      { 'retry-after': String(seconds) },
    ),
  roleTooLow: () => new ApiError(403, { errors: ['Your role does not allow this.'] }),
  foreignOrigin: () => new ApiError(403, { errors: ['This request came from another site.'] }),
  noSuchPerson: () => notFound('Could not find person.'),
  noSuchSession: () => notFound('Could not find session.'),
  noSuchInvitation: () => notFound('Could not find invitation.'),
  firstOwnerStays: () => badRequest('The first owner cannot be changed or removed.'),
  notOneself: () => badRequest('You cannot change your own role or remove yourself.'),
  memberAlready: () => badRequest('You are already a member of this account.'),
  signInToJoin: () => badRequest('Sign in to join as an existing person, or choose a name and a password.'),
  oneDocumentOnly: () => badRequest('If-Match can only be used with a single document'),
  oneJudgedQueryOnly: () => badRequest('If-Match can only be used with the judgements of a single query'),
  changedMeanwhile: (current: unknown, version: string) =>
    new ApiError(409, {
      errors: ['Someone else changed this in the meantime. Nothing was saved.'],
      current,
      version,
    }),
  setUpAlready: () => gone('The dashboard is already set up. Please sign in.'),
  linkUnknown: () =>
    gone('This link is not valid: it was used, replaced by a newer link, or copied incompletely.'),
  linkUsed: () => gone('This link has already been used. It works only once.'),
  linkExpired: () => gone('This link has expired. Please ask for a new one.'),

  // The state of the service.
  starting: () => busy('The service is starting. Please try again.'),
  unavailable: () => busy('The service is shutting down. Please try again.'),
  // 429 has the shape that clients expect of App Search.
  tooManyRequests: () =>
    new ApiError(
      429,
      { error: 'Too many requests of this key or address are waiting. Please try again.' },
      { 'retry-after': '1' },
    ),
  rateLimited: (seconds: number) =>
    new ApiError(429, { error: 'Rate limit exceeded.' }, { 'retry-after': String(seconds) }),
  overloaded: () => busy('The service has too many requests at once. Please try again.'),
  tooManyConnections: () =>
    new ApiError(
      503,
      { errors: ['The service has too many open connections. Please try again.'] },
      { 'retry-after': '1', connection: 'close' },
    ),
  tooManyBodies: () => busy('The service is receiving too many large requests at once. Please try again.'),
  indexFull: (sentence: string) => new ApiError(503, { errors: [sentence] }, { 'retry-after': '30' }),
  notVisibleYet: () =>
    new ApiError(
      503,
      { errors: ['The documents are stored, but not searchable yet. The service keeps trying.'] },
      { 'retry-after': '5' },
    ),
  notCaughtUp: () => busy('This node does not show the change of X-Findling-Sequence yet. Please try again.'),
  badSequence: () => badRequest('X-Findling-Sequence must be a whole number of at most 15 digits'),
  searchAway: () =>
    new ApiError(
      503,
      { errors: ['The search index cannot be reached. Writes are stored and will be searchable later.'] },
      { 'retry-after': '5' },
    ),
  diskFull: () =>
    new ApiError(
      507,
      {
        errors: [
          'The disk is full: the service cannot store more until space is freed. Reading and searching still work.',
        ],
      },
      { 'retry-after': '10' },
    ),
  diskFailed: () =>
    new ApiError(
      507,
      {
        errors: [
          'The disk reported an error: nothing in this request was stored. See the service log for details.',
        ],
      },
      { 'retry-after': '10' },
    ),
  storeUnavailable: () =>
    new ApiError(
      503,
      { errors: ['The database cannot be reached or did not answer in time. Please try again.'] },
      { 'retry-after': '2' },
    ),
  outcomeUnknown: () =>
    new ApiError(
      503,
      {
        errors: [
          'The connection to the database was lost: the changes of this request may have been stored or not. Please check before you repeat it.',
        ],
      },
      { 'retry-after': '2' },
    ),
  documentDamaged: (id: string) =>
    new ApiError(500, {
      errors: [
        `The stored document ${JSON.stringify(id)} is damaged: index it again, or restore it from a backup.`,
      ],
    }),
  searchTooLong: () =>
    new ApiError(503, {
      errors: [
        'The search took too long. Use fewer filters, facets or words, or raise FINDLING_SEARCH_TIMEOUT.',
      ],
    }),
  renderingTooLong: () =>
    new ApiError(503, {
      errors: ['The results took too long to render. Request fewer results or fewer fields.'],
    }),
  /** Never sent, only logged; 499 is the status that web servers log for this. */
  hungUp: () => new ApiError(499, { errors: ['The client closed the request before it was answered'] }),
  internal: () => new ApiError(500, { errors: ['Internal server error. See the service log for details.'] }),
} as const;
