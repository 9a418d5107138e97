const list = (names: readonly string[]): string => names.join(', ');

/** What a person who migrates reads: why a migration cannot begin, and the reasons in its report. */
export const sentences = {
  unreachable: (side: string, url: string, why: string): string =>
    `The ${side} at ${url} cannot be reached (${why}). Check the address, and whether the service runs.`,
  wrongKey: (side: string, why: string): string =>
    `The ${side} does not accept the key: ${why} Check the key, and that it belongs to this address.`,
  noReadAccess: (side: string): string =>
    `The key of the ${side} may not read engines. Use a private key with read access.`,
  noWriteAccess:
    'The key of the target may not create engines. Use a private key with read and write access to all engines.',
  noAdminAccess: (why: string): string =>
    `The source does not show its keys: ${why} Use an admin key for --admin-key or FINDLING_OLD_ADMIN_KEY.`,
  notAppSearch: (side: string, url: string): string =>
    `There is no App Search API at ${url}, the address of the ${side}. Name the address without the path of a page, such as https://app-search.example.com.`,
  redirected: (side: string, url: string, to: string): string =>
    `The ${side} at ${url} redirects to ${to}. Name that address instead.`,
  sameService: (url: string): string =>
    `The source is the service that the engines would be copied to (${url}). Name the old service with --from and the new one with --to.`,
  noSuchEngine: (name: string): string =>
    `The source has no engine "${name}", or its key does not reach it. Check --engine.`,
  noEngines: 'The source has no engines that its key reaches.',
  nameTaken: (names: readonly string[]): string =>
    names.length === 1
      ? `The engine ${names[0]} exists here already, and this migration did not create it. Delete it, leave it out by naming the others with --engine, or bring it up to date with --into-existing.`
      : `The engines ${list(names)} exist here already, and this migration did not create them. Delete them, leave them out by naming the others with --engine, or bring them up to date with --into-existing.`,
  otherType: (name: string): string =>
    `The engine ${name} is a meta engine on one side only. Delete the one here, or leave it out by naming the others with --engine.`,
  missingSources: (name: string, missing: readonly string[]): string =>
    `The meta engine ${name} needs its source engines ${list(missing)}. Name them with --engine too.`,
  otherMigration: (file: string): string =>
    `${file} is the state of a migration between other addresses. Name another file with --state, or delete it if that migration is over.`,
  badState: (file: string): string =>
    `${file} is not the state of a migration. Name another file with --state, or delete it.`,
  unusableState: (file: string, why: string): string =>
    `The state of the migration cannot be kept in ${file} (${why}). Name another file with --state.`,
  stopped: (why: string): string => `${why} The same command continues where the migration stopped.`,
  interrupted: 'The migration was interrupted before everything was copied. The same command continues it.',
  tooManyParts: (engine: string): string =>
    `The documents of ${engine} fall into too many parts. Read them with --elasticsearch.`,

  // Reasons in the report.
  notCopied:
    'Analytics, API logs, web crawlers, suggestions of adaptive relevance, people and roles are not copied.',
  noAdminKey: 'Keys are not copied without --admin-key or FINDLING_OLD_ADMIN_KEY.',
  crawler: (domains: number): string =>
    `has a web crawler for ${domains === 1 ? 'one domain' : `${domains} domains`}, which is not copied: its documents are`,
  otherLanguage: (there: string, here: string): string =>
    `its language is ${there} in the source and ${here} here, and the language of an engine cannot change`,
  unknownLanguage: (language: string): string =>
    `its language ${language} is not known here; it is created without one`,
  cannotCreate: (why: string): string => `cannot be created here: ${why}`,
  missingCurated: (ids: readonly string[]): string =>
    `left out documents that the engine does not have: ${list(ids)}`,
  emptyCuration: 'none of its documents is in the engine',
  unverified: (there: number, found: number): string =>
    `the source counts ${there} documents, and ${found} were found: it changed while it was read, or its count is out of date`,
  unreached: (documents: number): string =>
    `${documents} documents cannot be reached through searches: too many documents have the same values. Read them with --elasticsearch`,
  perhapsUnreached:
    'some documents may not be reached through searches: too many documents have the same values. Read them with --elasticsearch',
  targetDiffers: (here: number, expected: number): string =>
    `the engine here has ${here} documents instead of ${expected}`,
  kept: (documents: number): string =>
    `${documents} documents exist only here and were kept; --delete-others deletes them`,
  maskedKey: 'the source does not show its value',
  keyKind: (type: string): string => `its type ${type} is not known here`,
  keyForm: (rule: string): string => `its value cannot be used here: it must be ${rule}`,
  keyNameTaken:
    'a key of this name exists here with another value; delete it, or give the applications the value from here',
  keyRightsDiffer: 'this key exists here with other rights',
  keysElsewhere: (why: string): string =>
    `Keys can be created only on the machine of the target, with its data folder: ${why}`,
  otherDataFolder: 'the key of the target is not in the data folder that FINDLING_DATA names.',
} as const;
