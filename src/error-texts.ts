import { limits } from './limits.ts';

const integerFormat = new Intl.NumberFormat('en-US');

interface LanguageOf {
  readonly name: string;
  readonly language: string | null;
}

/** A name in a message, truncated if no engine can have it. */
export const shortened = (name: string): string =>
  name.length <= limits.engineNameLength ? name : `${name.slice(0, limits.engineNameLength)}…`;

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
 * Messages that are parts of a list: several schema messages, errors of one document. Messages that App Search has as well
 * are copied to the letter, as clients compare them.
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
