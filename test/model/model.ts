import { NONE, TYPES, type Type, type Value, type View } from './values.ts';

// The engine as the texts describe it, in maps: what a request is answered with and what is stored afterwards.
// Written for plainness; every question is answered by looking at everything.

export type Fields = ReadonlyArray<readonly [name: string, value: Value]>;
/** `id` as it was sent; undefined where it was left out. `fields` of undefined is something that is no document. */
export interface SentDocument {
  readonly id: unknown;
  readonly fields: Fields | undefined;
}

interface Stored {
  readonly fields: Map<string, Value>;
  readonly position: number;
  readonly sequence: number;
}

/** An error of a document: its text, or a pattern where the texts leave the words open. */
export type Expected = string | RegExp;
export interface Verdict {
  /** A pattern for an id that is made up by the service. */
  readonly id: string | RegExp;
  readonly errors: readonly Expected[];
}

const RESERVED = ['external_id', 'engine_id', 'highlight', 'or', 'and', 'not', 'any', 'all', 'none'];
const NAME_RULES: ReadonlyArray<readonly [string, (name: string) => boolean]> = [
  ['Name cannot contain whitespace', (name) => /[ \t\n\u00a0\u2003\ufeff]/.test(name)],
  ['Name cannot have a leading underscore', (name) => name[0] === '_'],
  ['Name cannot contain more than 64 characters', (name) => [...name].length > 64],
  [
    'Name cannot be a reserved field (external_id, engine_id, highlight, or, and, not, any, all, none)',
    (name) => RESERVED.includes(name),
  ],
  [
    'Name can only contain lowercase letters, numbers, and underscores',
    (name) => [...name].some((c) => !'abcdefghijklmnopqrstuvwxyz0123456789_'.includes(c)),
  ],
  [
    'Name must contain a lowercase letter',
    (name) => ![...name].some((c) => 'abcdefghijklmnopqrstuvwxyz'.includes(c)),
  ],
];
const BAD_TYPE = 'Type is not included in the list';
const NOT_UNIQUE = 'Name must be unique';
const TOO_MANY = 'Exceeds maximum of 64 schema fields';

const isGoodName = (name: string): boolean =>
  name !== 'id' && !NAME_RULES.some(([, isBroken]) => isBroken(name));
const isType = (type: unknown): type is Type => (TYPES as readonly unknown[]).includes(type);

const MISFITS: Readonly<Record<Type, string>> = {
  text: 'cannot be',
  number: 'cannot be parsed as a float',
  date: 'cannot be parsed as a date (RFC 3339)',
  geolocation: 'cannot be parsed as a location',
};

/** The id of a document that has one, and whether it may have it. */
const idOf = (sent: unknown): { id: string; isGood: boolean } => {
  const id = typeof sent === 'number' ? String(sent) : sent;
  if (typeof id !== 'string') return { id: '', isGood: false };
  return { id, isGood: id !== '' && [...id].length < 800 };
};

export class Model {
  readonly schema = new Map<string, Type>();
  readonly documents = new Map<string, Stored>();
  #sequence = 0;

  /** POST or PATCH; `made` are the ids that the service made up, in order. */
  write(method: 'POST' | 'PATCH', batch: readonly SentDocument[], made: readonly string[]): Verdict[] {
    const pending = new Map<string, Map<string, Value>>();
    const ids = [...made];
    const verdicts = batch.map(({ id: sentId, fields }): Verdict => {
      if (fields === undefined) return { id: '', errors: [/./] };
      const isMissing = sentId === undefined || sentId === null;
      if (isMissing && method === 'PATCH') return { id: '', errors: ["Missing required key 'id'"] };
      const { id, isGood } = idOf(sentId);
      if (!isMissing && !isGood) {
        const isLong = id.length >= 800;
        return { id, errors: [isLong ? 'Invalid field type: id must be less than 800 characters' : /./] };
      }
      const before = pending.get(id) ?? this.documents.get(id)?.fields;
      if (method === 'PATCH' && before === undefined)
        return { id, errors: [`Document not found with id: ${id}`] };

      const errors = this.#errorsOf(fields);
      if (errors.length > 0) return { id: isMissing ? '' : id, errors };
      for (const [name] of fields) if (!this.schema.has(name)) this.schema.set(name, 'text');
      const body = new Map([...(method === 'PATCH' ? (before ?? []) : []), ...fields]);
      const target = isMissing ? (ids.shift() ?? '') : id;
      pending.delete(target);
      pending.set(target, body);
      return { id: isMissing ? /^doc-[0-9a-f]{24}$/ : id, errors: [] };
    });
    for (const [id, body] of pending) {
      const sequence = ++this.#sequence;
      this.documents.set(id, {
        fields: body,
        sequence,
        position: this.documents.get(id)?.position ?? sequence,
      });
    }
    return verdicts;
  }

  #errorsOf(fields: Fields): Expected[] {
    const errors: Expected[] = [];
    const fresh = new Set<string>();
    for (const [name, { sent, views }] of fields) {
      const type = this.schema.get(name);
      if (type === undefined && !isGoodName(name)) {
        errors.push(`Invalid field name: ${name}`);
        continue;
      }
      if (type === undefined) fresh.add(name);
      if (views[type ?? 'text'] !== NONE) continue;
      const isPlain = typeof sent === 'string';
      errors.push(
        isPlain
          ? `Invalid field value: Value '${sent}' ${MISFITS[type ?? 'text']}`
          : /^Invalid field value: Value '/,
      );
    }
    if (fresh.size > 0 && this.schema.size + fresh.size > 64) errors.push(TOO_MANY);
    return errors;
  }

  delete(ids: readonly string[]): Array<{ id: string; deleted: boolean }> {
    return ids.map((id) => ({ id, deleted: this.documents.delete(id) }));
  }

  /** The messages that a schema change is refused with; empty if it is taken. */
  refusal(members: ReadonlyArray<readonly [string, unknown]>): readonly string[] {
    const names = members.map(([name]) => name);
    const rules: ReadonlyArray<readonly [string, boolean]> = [
      [BAD_TYPE, members.some(([, type]) => !isType(type))],
      ...NAME_RULES.map(([message, isBroken]) => [message, names.some(isBroken)] as const),
      [NOT_UNIQUE, names.includes('id') || new Set(names).size < names.length],
      [TOO_MANY, this.#isTooMany(names)],
    ];
    return rules.filter(([, isBroken]) => isBroken).map(([message]) => message);
  }

  #isTooMany(names: readonly string[]): boolean {
    const fresh = new Set(names.filter((name) => name !== 'id' && !this.schema.has(name)));
    return fresh.size > 0 && this.schema.size + fresh.size > 64;
  }

  change(members: ReadonlyArray<readonly [string, unknown]>): void {
    for (const [name, type] of members) this.schema.set(name, type as Type);
  }

  /** Documents whose value of a field has no view under a type, has one, or is not there. */
  rehearse(field: string, type: Type): { converted: string[]; failed: string[]; empty: string[] } {
    const outcome = { converted: [] as string[], failed: [] as string[], empty: [] as string[] };
    for (const [id, { fields }] of this.documents) {
      const view = fields.get(field)?.views[type] ?? null;
      outcome[view === null ? 'empty' : view === NONE ? 'failed' : 'converted'].push(id);
    }
    return outcome;
  }

  shown(id: string): Record<string, unknown> | null {
    const stored = this.documents.get(id);
    if (stored === undefined) return null;
    const fields = [...stored.fields].map(([name, { views }]) => [name, this.#view(name, views)]);
    return { id, ...Object.fromEntries(fields) };
  }

  #view(name: string, views: Value['views']): Exclude<View, typeof NONE> {
    const view = views[this.schema.get(name) ?? 'text'];
    return view === NONE ? null : view;
  }

  /** In order of first insertion. */
  listed(): string[] {
    return [...this.documents].sort(([, a], [, b]) => a.position - b.position).map(([id]) => id);
  }

  /** Newest write first. */
  newestFirst(): string[] {
    return [...this.documents].sort(([, a], [, b]) => b.sequence - a.sequence).map(([id]) => id);
  }

  #items(id: string, field: string): Array<string | number> {
    const value = this.documents.get(id)?.fields.get(field);
    const shown = value === undefined ? null : this.#view(field, value.views);
    return [shown].flat().filter((item) => item !== null);
  }

  thatHave(field: string, condition: (item: string | number) => boolean): string[] {
    return [...this.documents.keys()].filter((id) => this.#items(id, field).some(condition)).sort();
  }

  /** Documents with a word in their id or in a field of type text. */
  found(word: string): string[] {
    const texts = [...this.schema].filter(([, type]) => type === 'text').map(([name]) => name);
    const hasWord = (text: string | number) => wordsOf(String(text)).includes(word);
    return [...this.documents.keys()]
      .filter((id) => hasWord(id) || texts.some((field) => this.#items(id, field).some(hasWord)))
      .sort();
  }

  /** Value to number of documents. */
  facet(field: string): Map<string | number, number> {
    const counts = new Map<string | number, number>();
    for (const id of this.documents.keys()) {
      for (const item of new Set(this.#items(id, field))) counts.set(item, (counts.get(item) ?? 0) + 1);
    }
    return counts;
  }
}

const wordsOf = (text: string): string[] =>
  text
    .replaceAll('Á', 'a')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
