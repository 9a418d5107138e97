import { limits } from './limits.ts';

/** What a request is refused with: a status, a body in one of the service's shapes, sometimes headers. */
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

/** 400 with one message or several. */
export const badRequest = (...messages: string[]): ApiError => new ApiError(400, { errors: messages });

/** 400 with messages by the input that caused them; undefined if there is none. */
export function badInput(fields: Readonly<Record<string, readonly string[]>>): ApiError | undefined {
  const broken = Object.fromEntries(Object.entries(fields).filter(([, messages]) => messages.length > 0));
  const messages = Object.values(broken).flat();
  return messages.length === 0 ? undefined : new ApiError(400, { errors: messages, fields: broken });
}

const notFound = (message: string): ApiError => new ApiError(404, { errors: [message] });
const gone = (message: string): ApiError => new ApiError(410, { errors: [message] });
const whoAreYou = (message: string): ApiError =>
  new ApiError(401, { error: message }, { 'www-authenticate': 'Basic realm="Swiftype"' });

const integerFormat = new Intl.NumberFormat('en-US');

/** Why a value has no view under a type. */
export const misfits = {
  text: 'cannot be kept as text',
  number: 'cannot be parsed as a float',
  date: 'cannot be parsed as a date (RFC 3339)',
  geolocation: 'cannot be parsed as a location',
  nestedArray: 'cannot be an array',
} as const;
export type Misfit = (typeof misfits)[keyof typeof misfits];

/**
 * Every text a user can be refused with.
 * Entries that are strings are parts of a list (several schema messages, errors of one document);
 * entries that are functions of an `ApiError` end the request.
 */
export const texts = {
  // Field names and types, in the order in which they are reported (contract, section 7).
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
  misfit: (value: string, misfit: Misfit) => `Value '${value}' ${misfit}`,
  invalidFieldValue: (value: string, misfit: Misfit) => `Invalid field value: Value '${value}' ${misfit}`,
  idTooLong: `Invalid field type: id must be less than ${limits.documentIdLength} characters`,
  idNotAString: 'Invalid field type: id must be a string or a number',
  idEmpty: 'Invalid field type: id must not be empty',
  idNotWellFormed: 'Invalid field type: id must be well-formed text',
  idMissing: "Missing required key 'id'",
  documentMissing: (id: string) => `Document not found with id: ${id}`,
  documentTooLarge: `Exceeds maximum allowed document size of ${limits.documentBytes} bytes`,
  documentNotAnObject: 'Document must be an object',

  // Engines and keys.
  nameTaken: 'Name is already taken',
  engineNameCharacters: 'Name can only contain lowercase letters, numbers, and hyphens',
  engineNameTooLong: `Name cannot contain more than ${limits.engineNameLength} characters`,
  languageNotInList: 'Language is not included in the list',
  sourceEnginesRequired: 'Source engines are required for meta engines',
  createSettingsNotObject: 'Index create settings override must be an object',
  metaEnginesNotSupported: 'Meta engines are not supported yet',
  keyNameCharacters: 'Name can only contain letters, numbers, and hyphens',
  accountNameTooLong: `Name cannot contain more than ${limits.accountNameLength} characters`,
  keyNameTooLong: `Name cannot contain more than ${limits.keyNameLength} characters`,
  enginesRequired: 'Engines are required',
  enginesNotList: 'Engines must be an array of engine names',
  enginesBesideAll: 'Engines cannot be named together with access_all_engines',
  adminHasNoScope: 'Admin keys cannot be limited to engines',
  keyWithoutRights: 'Private keys need read or write access',
  keyValueTaken: 'Key is already in use',
  typeCannotChange: 'Type cannot be changed',
  nameCannotChange: 'Name cannot be changed',

  // People of the dashboard.
  personNameMissing: 'Name is missing',
  personNameTooLong: `Name cannot contain more than ${limits.personNameLength} characters`,
  personNameCharacters: 'Name cannot contain @ or control characters',
  personNameTaken: 'Name is already taken',
  emailInvalid: 'Email is not an email address',
  emailTaken: 'Email is already taken',
  passwordTooShort: `Password must have at least ${limits.passwordLength.least} characters`,
  passwordTooLong: `Password cannot contain more than ${limits.passwordLength.most} characters`,
  passwordIsName: 'Password must differ from the name and the email',
  passwordWrong: 'Password is wrong',
  roleNotInList: 'Role must be owner, editor or analyst',
  sampleNotInList: 'Sample must be national-parks or earthquakes',

  // What the inspection of a token remarks.
  tokenUnreadable: 'This is neither a signed search key nor the value of a key of this account.',
  tokenSignerUnknown: (name: string) =>
    `There is no key "${name}" in this account, so nothing it signed counts.`,
  tokenSignatureWrong: (name: string) => `The signature is not that of the key "${name}".`,
  tokenExpired: 'It has expired.',
  tokenNotYet: 'It does not count yet.',
  tokenSignerMayNot: (name: string) =>
    `The key "${name}" may not sign: that needs a private key that may read, or a search key.`,
  tokenOutOfReach: (engine: string) => `It does not reach the engine "${engine}".`,
  keyMayNotSearch: (name: string) => `The key "${name}" may not search.`,
  tokenLeaksHiddenFields:
    'Fields outside result_fields are not shown, but can still be filtered, sorted and counted; FINDLING_SIGNED_KEYS=strict or a claim "facets": {} closes that.',
} as const;

export const errors = {
  // Who are you (401, `error`) and you may not (401, `errors`).
  notSignedIn: () => whoAreYou('You need to sign in before continuing.'),
  invalidToken: () => whoAreYou('Invalid authentication token.'),
  unauthorized: () => new ApiError(401, { errors: ['Unauthorized action.'] }),

  // Addresses.
  noSuchRoute: () => new ApiError(404, { errors: 'Routing Error. The path you have requested is invalid.' }),
  noSuchAccount: () => notFound('Could not find account.'),
  noSuchEngine: () => notFound('Could not find engine.'),
  noSuchCredential: () => notFound('Could not find credential.'),
  noSuchJob: () => notFound('Could not find reindex job.'),

  // Requests.
  missingParameter: (name: string) => badRequest(`Missing required parameter: ${name}`),
  undecodable: () => badRequest('There was a decoding error. Please ensure your request is valid.'),
  emptyDocuments: () => badRequest('JSON must not be empty'),
  mustBe: (what: string, kind: string) => badRequest(`${what} must be ${kind}`),
  tooManyDocuments: () =>
    badRequest(`Cannot exceed ${limits.documentsPerRequest} documents in a single request`),
  tooManyIds: () => badRequest(`Cannot exceed ${limits.documentsPerRequest} ids in a single request`),
  bodyTooLarge: () =>
    new ApiError(413, {
      errors: [`Request body exceeds the maximum of ${integerFormat.format(limits.bodyBytes)} bytes`],
    }),
  unknownEncoding: () =>
    new ApiError(415, { errors: ['Content encoding must be one of gzip, deflate, br, identity'] }),
  headerTooLarge: () => new ApiError(431, { errors: ['Request header is too large'] }),
  malformedRequest: () => new ApiError(400, { errors: ['Malformed HTTP request'] }),
  timedOut: () => new ApiError(408, { errors: ['The request took too long to arrive'] }),

  // Schema and reindex.
  reindexing: () => new ApiError(400, { errors: ['Engine is reindexing.'] }, { 'retry-after': '1' }),
  notReindexing: () => badRequest('Engine is not reindexing.'),

  // The dashboard: who are you (401), you may not (403), somebody was faster (409), a link that is spent (410).
  signInFirst: () => new ApiError(401, { errors: ['You need to sign in before continuing.'] }),
  signInRefused: () => new ApiError(401, { errors: ['Name or password is wrong.'] }),
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
  memberAlready: () => badRequest('You are a member of this account already.'),
  signInToJoin: () => badRequest('Sign in to join with the name you have, or choose a name and a password.'),
  oneDocumentOnly: () => badRequest('If-Match can be used with one document only'),
  changedMeanwhile: (current: unknown, version: string) =>
    new ApiError(409, {
      errors: ['Somebody has changed this meanwhile. Nothing was saved.'],
      current,
      version,
    }),
  setUpAlready: () => gone('The dashboard is set up already. Please sign in.'),
  linkUnknown: () =>
    gone('This link does not work: it was used, replaced by a newer one, or copied only in part.'),
  linkUsed: () => gone('This link has been used. It works only once.'),
  linkExpired: () => gone('This link has expired. Please ask for a new one.'),

  // Ourselves.
  starting: () =>
    new ApiError(503, { errors: ['The service is starting. Please try again.'] }, { 'retry-after': '1' }),
  unavailable: () =>
    new ApiError(
      503,
      { errors: ['The service is shutting down. Please try again.'] },
      { 'retry-after': '1' },
    ),
  indexFull: (sentence: string) => new ApiError(503, { errors: [sentence] }, { 'retry-after': '30' }),
  notVisibleYet: () =>
    new ApiError(
      503,
      { errors: ['The documents are stored, but searches cannot see them yet. The service goes on trying.'] },
      { 'retry-after': '5' },
    ),
  diskFull: () =>
    new ApiError(
      507,
      {
        errors: [
          'The disk is full: the service cannot store more until there is room. Reading and searching go on.',
        ],
      },
      { 'retry-after': '10' },
    ),
  diskFailed: () =>
    new ApiError(
      507,
      {
        errors: [
          'The disk reports an error: nothing of this request was stored. The log of the service says more.',
        ],
      },
      { 'retry-after': '10' },
    ),
  renderingTooLong: () =>
    new ApiError(503, {
      errors: ['The results took too long to render. Please ask for fewer of them, or for fewer fields.'],
    }),
  /** Nobody gets to see it; the status is the one that web servers log for this. */
  hungUp: () => new ApiError(499, { errors: ['The request was given up before it was answered'] }),
  internal: () => new ApiError(500, { errors: ['Internal server error. The log of the service says more.'] }),
} as const;

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;

/** Why there is no room in memory, and what to do about it. */
export const indexFullTexts = {
  needs: (needed: number, budget: number) =>
    `The search index of this engine needs about ${megabytes(needed)} of memory, but FINDLING_MEMORY allows ${megabytes(budget)} for all engines. Give the service more memory, or delete documents.`,
  tooLarge: (budget: number) =>
    `The search index of this engine needs more memory than there is: FINDLING_MEMORY allows ${megabytes(budget)} for all engines. Give the service more memory, or delete documents.`,
  waits: (needed: number, budget: number) =>
    `A rebuild of an engine's search index waits for about ${megabytes(needed)} of memory: FINDLING_MEMORY allows ${megabytes(budget)} for all engines. Searches go on; give the service more memory, or delete documents.`,
  noMore: (budget: number) =>
    `The search index has no memory for more documents: FINDLING_MEMORY allows ${megabytes(budget)}. Give the service more memory, or delete documents.`,
} as const;

/** Why a file of the index cannot be used: what the log and `findling inspect` say of it. */
export const indexFileTexts = {
  missing: (file: string) => `${file} is missing.`,
  isFolder: (file: string) => `${file} is a folder, not an index file.`,
  unreadable: (file: string, code: string) => `${file} cannot be read (${code}).`,
  notOurs: (file: string) => `${file} is not an index file of Findling.`,
  damaged: (file: string, what: string) => `${file} is damaged: ${what}.`,
  tooNew: (file: string, found: number, known: number) =>
    `${file} has format ${found} and was written by a newer Findling; this one reads format ${known}.`,
  tooOld: (file: string, found: number, known: number) =>
    `${file} has format ${found}, which is no longer read; this Findling reads format ${known}.`,
  otherFile: (file: string) => `${file} is not the file that the manifest names.`,
  otherStore: (file: string) => `${file} belongs to another data folder.`,
  otherEngine: (file: string, found: number, wanted: number) =>
    `${file} belongs to engine ${found}, not to engine ${wanted}.`,
  otherLanguage: (file: string, found: string | null, wanted: string | null) =>
    `${file} is for language ${found ?? 'none'}, and the engine has ${wanted ?? 'none'}.`,
  analysisTooNew: (file: string, found: number, known: number) =>
    `${file} was made by a newer analysis of texts (${found}; this Findling has ${known}).`,
  analysisTooOld: (file: string, found: number, known: number) =>
    `${file} was made by an older analysis of texts (${found}; this Findling has ${known}).`,
  otherUnicode: (file: string, found: string, known: string) =>
    `${file} was made with other tables of Unicode (ICU ${found}; now it is ${known}).`,

  // Parts of `damaged`.
  damage: {
    empty: 'it is empty',
    cutShort: 'it ends too early',
    length: (found: number, right: number) => `it has ${found} bytes and should have ${right}`,
    head: 'the checksum of its head is wrong',
    header: 'the checksum of its header is wrong',
    manifest: 'its checksum is wrong',
    section: (name: string) => `the checksum of section ${name} is wrong`,
    shape: (part: string) => `its ${part} is not as it should be`,
  },
} as const;
