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

interface LanguageOf {
  readonly name: string;
  readonly language: string | null;
}

/** A name in a message, truncated if no engine can have it. */
const shortened = (name: string): string =>
  name.length <= limits.engineNameLength ? name : `${name.slice(0, limits.engineNameLength)}…`;

const integerFormat = new Intl.NumberFormat('en-US');

/** Why a value cannot be converted to a type. */
export const conversionErrors = {
  text: 'cannot be kept as text',
  number: 'cannot be parsed as a float',
  date: 'cannot be parsed as a date (RFC 3339)',
  geolocation: 'cannot be parsed as a location',
  nestedArray: 'cannot be an array',
} as const;
export type ConversionError = (typeof conversionErrors)[keyof typeof conversionErrors];

/**
 * Every error message. `texts` are parts of a list (several schema messages, errors of one document); `errors` end the
 * request. Messages that App Search has as well are copied to the letter, as clients compare them.
 */
export const texts = {
  // Field names and types, in the order in which App Search reports them.
  typeNotInList: 'Type is not included in the list',
  nameHasWhitespace: 'Name cannot contain whitespace',
  nameHasLeadingUnderscore: 'Name cannot have a leading underscore',
  nameTooLong: `Name cannot contain more than ${limits.fieldNameLength} characters`,
  nameReserved:
    'Name cannot be a reserved field (external_id, engine_id, highlight, or, and, not, any, all, none)',
  nameHasOtherCharacters: 'Name can only contain lowercase letters, numbers, and underscores',
  nameHasNoLetter: 'Name must contain a lowercase letter',
  nameNotUnique: 'Name must be unique',
  tooManyFields: `Exceeds maximum of ${limits.schemaFields} schema fields`,

  // One document of a batch.
  invalidFieldName: (name: string) => `Invalid field name: ${name}`,
  conversionError: (value: string, error: ConversionError) => `Value '${value}' ${error}`,
  invalidFieldValue: (value: string, error: ConversionError) =>
    `Invalid field value: Value '${value}' ${error}`,
  idTooLong: `Invalid field type: id must be less than ${limits.documentIdLength} characters`,
  idNotAString: 'Invalid field type: id must be a string or a number',
  idEmpty: 'Invalid field type: id must not be empty',
  idNotWellFormed: 'Invalid field type: id must be well-formed text',
  idMissing: "Missing required key 'id'",
  documentMissing: (id: string) => `Document not found with id: ${id}`,
  documentTooLarge: `Exceeds maximum allowed document size of ${limits.documentBytes} bytes`,
  documentNotAnObject: 'Document must be an object',

  // One line of an import.
  lineNotUtf8: (line: number) => `Line ${line} is not valid UTF-8`,
  lineNotJson: (line: number) => `Line ${line} cannot be parsed as JSON`,
  lineTooLarge: (line: number) =>
    `Line ${line} exceeds the maximum of ${integerFormat.format(limits.imports.lineBytes)} bytes`,

  // Engines and keys.
  nameTaken: 'Name is already taken',
  engineNameCharacters: 'Name can only contain lowercase letters, numbers, and hyphens',
  engineNameTooLong: `Name cannot contain more than ${limits.engineNameLength} characters`,
  languageNotInList: 'Language is not included in the list',
  sourceEnginesRequired: 'Source engines are required for meta engines',
  sourceEnginesNotList: 'Source engines must be an array of engine names',
  sourceEngineMissing: (name: string) => `Source engine not found: ${shortened(name)}`,
  metaSourceEngine: (name: string) => `Meta engines cannot be source engines: ${name}`,
  ownSourceEngine: 'A meta engine cannot be its own source engine',
  tooManySourceEngines: `Cannot exceed ${limits.sourceEngines} source engines in a meta engine`,
  sourceLanguagesDiffer: (...engines: readonly [LanguageOf, LanguageOf]) =>
    `Source engines must have the same language: ${engines.map(({ name, language }) => `${name} (${language ?? 'universal'})`).join(', ')}`,
  createSettingsNotObject: 'Index create settings override must be an object',
  createSettingsTooLarge: `Index create settings override cannot exceed ${limits.createSettingsBytes} bytes`,
  tooManyEngines: `Cannot exceed ${limits.enginesPerAccount} engines in an account`,
  keyNameCharacters: 'Name can only contain letters, numbers, and hyphens',
  accountNameTooLong: `Name cannot contain more than ${limits.accountNameLength} characters`,
  keyNameTooLong: `Name cannot contain more than ${limits.keyNameLength} characters`,
  enginesRequired: 'Engines are required',
  enginesNotList: 'Engines must be an array of engine names',
  scopeTooLarge: `Cannot exceed ${limits.scopeEngines} engines in the scope of a key`,
  tooManyKeys: `Cannot exceed ${limits.keysPerAccount} keys in an account`,
  enginesBesideAll: 'Engines cannot be named together with access_all_engines',
  adminHasNoScope: 'Admin keys cannot be limited to engines',
  keyWithoutRights: 'Private keys need read or write access',
  keyValueTaken: 'Key is already in use',
  expiryNotDate: 'Expires at must be a date (ISO 8601)',
  expiryPast: 'Expires at must be in the future',
  overlapOutOfRange: `Overlap seconds must be an integer between 0 and ${integerFormat.format(limits.rotationOverlap.most)}`,
  revocationEmpty: 'Revocation must have jti, sub or issued_before',
  unknownRevocationKey: (name: string) => `Revocation contains invalid key: ${shortened(name)}`,
  revokedClaimInvalid: (claim: string) =>
    `${claim} must be a string of 1 to ${limits.revokedClaimLength} characters`,
  revokedKeyInvalid: 'Api key name must be the name of a key',
  issuedBeforeNotTime: 'Issued before must be a date (ISO 8601) or a number of seconds since 1970',
  issuedBeforeAhead: 'Issued before cannot be more than a day ahead',
  tooManyRevocations: `Cannot exceed ${integerFormat.format(limits.revocations)} revocations in an account. Revoke by issued_before, or rotate the signing key.`,
  descriptionNotText: 'Description must be a string',
  descriptionTooLong: `Description cannot contain more than ${limits.keyDescriptionLength} characters`,
  rateLimitNotObject: 'Rate limit must be an object with requests_per_second and burst',
  rateOutOfRange: (member: string) =>
    `Rate limit ${member} must be an integer between 1 and ${integerFormat.format(limits.keyRate)}`,
  typeCannotChange: 'Type cannot be changed',
  nameCannotChange: 'Name cannot be changed',

  // Search settings, synonyms and curations together.
  tuningTooLarge: `Search settings, synonyms and curations of an engine cannot exceed ${integerFormat.format(limits.tuningBytes)} bytes as JSON`,

  // Synonyms.
  synonymsNotUnique: `Synonyms must be an array of at least ${limits.synonymTerms.least} unique strings`,
  tooManySynonyms: `Synonyms cannot have more than ${limits.synonymTerms.most} terms`,
  synonymTooLong: `Synonyms cannot be longer than ${limits.synonymLength} characters`,
  tooManySynonymSets: `Cannot exceed ${limits.synonymSets} synonym sets in an engine`,

  // Curations.
  queriesMissing: 'queries must be supplied',
  queriesNotStrings: 'queries must be a non empty array of strings',
  tooManyQueries: `queries cannot have more than ${limits.curationQueries} queries`,
  curationQueryTooLong: `queries cannot be longer than ${limits.curationQueryLength} characters`,
  queryRepeated: (query: string) => `queries contains the same query twice: ${query}`,
  queryTaken: (id: string, query: string) => `query already exists under another curation: ${id}, ${query}`,
  documentsNotStrings: (list: string) => `${list} must be a non empty array of strings`,
  tooManyCuratedDocuments: (list: string) =>
    `${list} cannot have more than ${limits.curatedDocuments} documents`,
  invalidDocuments: (list: string, ids: readonly string[]) =>
    `${list} contains invalid document ids: [${ids.join(', ')}]`,
  promotedAndHidden: (ids: readonly string[]) =>
    `promoted and hidden contain the same document ids: [${ids.join(', ')}]`,
  curationEmpty: 'curation must include either promoted or hidden',
  tooManyCurations: `Cannot exceed ${integerFormat.format(limits.curations)} curations in an engine`,

  // Configurations.
  unknownConfigurationKey: (name: string) => `Configuration contains invalid key: ${shortened(name)}`,
  otherConfigurationVersion: 'Version must be 1: this is a configuration of another version',
  tooManyEntries: (section: string, most: number) => `${section} cannot have more than ${most} entries`,
  badEntryId: (section: string, id: unknown) =>
    `${section} contains invalid id: ${shortened(typeof id === 'string' ? id : JSON.stringify(id))}`,
  repeatedEntryId: (section: string, id: string) => `${section} contains an id more than once: ${id}`,
  notASourceList: 'Source engines can only be set for a meta engine',

  // People who use the dashboard.
  personNameMissing: 'Name is required',
  personNameTooLong: `Name cannot contain more than ${limits.personNameLength} characters`,
  personNameCharacters: 'Name cannot contain @ or control characters',
  personNameTaken: 'Name is already taken',
  emailInvalid: 'Enter a valid email address',
  emailTaken: 'Email is already taken',
  passwordTooShort: `Password must have at least ${limits.passwordLength.least} characters`,
  passwordTooLong: `Password cannot contain more than ${limits.passwordLength.most} characters`,
  passwordIsName: 'Password must be different from the name and the email address',
  passwordWrong: 'Password is incorrect',
  roleNotInList: 'Role must be owner, editor or analyst',
  sampleNotInList: 'Sample must be national-parks or earthquakes',

  // elasticsearch/_search: the path of a part, as in `query.bool.must[0].match`.
  elasticsearchUnsupported: (path: string) => `${path} is not supported.`,
  elasticsearchInvalid: (path: string, rule: string) => `${path} ${rule}.`,

  asNotSigned: 'As must be a valid signed search key of this account',

  // Remarks of the inspection of a signed search key.
  tokenUnreadable: 'This is neither a signed search key nor the value of an API key of this account.',
  tokenSignerUnknown: (name: string) =>
    `There is no key "${name}" in this account, so its signatures are not valid.`,
  tokenSignatureWrong: (name: string) => `The signature does not match the key "${name}".`,
  tokenSignerExpired: (name: string) => `The key "${name}", which must have signed it, has expired.`,
  tokenRevoked: 'The key has been revoked.',
  tokenExpired: 'The key has expired.',
  tokenNotYet: 'The key is not valid yet (nbf).',
  tokenSignerMayNot: (name: string) =>
    `The key "${name}" cannot sign. Signing requires a search key, or a private key with read access.`,
  tokenOutOfReach: (engine: string) => `The key has no access to the engine "${engine}".`,
  keyMayNotSearch: (name: string) => `The key "${name}" cannot search.`,
  tokenLeaksHiddenFields:
    'Fields outside result_fields are not returned, but can still be filtered, sorted and counted. Set FINDLING_SIGNED_KEYS=strict or add the claim "facets": {} to prevent that.',
} as const;

export const errors = {
  // Authentication (401, `error`) and permission (401, `errors`).
  notSignedIn: () => unauthenticated('You need to sign in before continuing.'),
  invalidToken: () => unauthenticated('Invalid authentication token.'),
  unauthorized: () => new ApiError(401, { errors: ['Unauthorized action.'] }),

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
