/** Why an index file cannot be used, for the log and `findling inspect`. */
export const indexFileTexts = {
  missing: (file: string) => `${file} is missing.`,
  isFolder: (file: string) => `${file} is a folder, not an index file.`,
  unreadable: (file: string, code: string) => `${file} cannot be read (${code}).`,
  notOurs: (file: string) => `${file} is not a Findling index file.`,
  damaged: (file: string, what: string) => `${file} is damaged: ${what}.`,
  tooNew: (file: string, found: number, known: number) =>
    `${file} has format ${found}, written by a newer version of Findling; this version reads format ${known}.`,
  tooOld: (file: string, found: number, known: number) =>
    `${file} has format ${found}, which is no longer supported; this version of Findling reads format ${known}.`,
  otherFile: (file: string) => `${file} is not the file listed in the manifest.`,
  otherStore: (file: string) => `${file} belongs to another data folder.`,
  otherEngine: (file: string, found: number, wanted: number) =>
    `${file} belongs to engine ${found}, not to engine ${wanted}.`,
  otherLanguage: (file: string, found: string | null, wanted: string | null) =>
    `${file} was built for language ${found ?? 'none'}, but the engine has ${wanted ?? 'none'}.`,
  analysisTooNew: (file: string, found: number, known: number) =>
    `${file} was built by a newer text analysis (${found}; this version of Findling has ${known}).`,
  analysisTooOld: (file: string, found: number, known: number) =>
    `${file} was built by an older text analysis (${found}; this version of Findling has ${known}).`,
  otherUnicode: (file: string, found: string, known: string) =>
    `${file} was built with different Unicode tables (ICU ${found}; this process has ICU ${known}).`,

  // Parts of `damaged`.
  damage: {
    empty: 'it is empty',
    cutShort: 'it ends too early',
    length: (found: number, right: number) => `it has ${found} bytes instead of ${right}`,
    head: 'the checksum of its head is wrong',
    header: 'the checksum of its header is wrong',
    manifest: 'its checksum is wrong',
    section: (name: string) => `the checksum of section ${name} is wrong`,
    shape: (part: string) => `its ${part} is invalid`,
  },
} as const;
