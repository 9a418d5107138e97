import { analyzerFor } from '../analysis/language.ts';
import type { Hit, MatchRules, QueryPlan } from '../index/plan.ts';
import type { Body } from '../values/typed-fields.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { typedValue } from '../values/value.ts';
import { QueryWords } from './query-words.ts';
import { recentTexts } from './recent-texts.ts';
import { FieldRenderer } from './render-field.ts';
import { type ResultField, type ResultFields, WHOLE } from './result-fields.ts';

/** How the hits of a search are rendered. Plain data, so that another thread can do it. */
export interface HitView {
  /** The name of the engine. */
  readonly engine: string;
  readonly language: string | null;
  readonly schema: Schema;
  readonly query: QueryPlan;
  readonly matching: MatchRules;
  readonly resultFields: ResultFields | null;
  readonly groupKey: ResultField | null;
  readonly hasScores: boolean;
}

/** How one field is rendered, with the text that its part of a result begins with. */
interface ShownField {
  readonly field: ResultField;
  readonly type: FieldType;
  readonly showsRaw: boolean;
  readonly opening: string;
}

/**
 * Makes the results of a search, in the shape of App Search 8: as JSON, put together from texts, because objects that
 * are only there to be turned into text cost as much again as the text.
 */
export class HitRenderer {
  readonly #view: HitView;
  readonly #fields: FieldRenderer;
  /** By the name of the field. */
  readonly #shown = new Map<string, ShownField>();
  readonly #engine: string;

  constructor(view: HitView, keepsTexts: boolean) {
    this.#view = view;
    const analyzer = analyzerFor(view.language);
    const words = new QueryWords(view.query, view.matching, analyzer);
    this.#fields = new FieldRenderer(words, analyzer, keepsTexts ? recentTexts(analyzer) : undefined);
    this.#engine = JSON.stringify(view.engine);
    const names = view.resultFields?.keys() ?? view.schema.keys();
    for (const name of names) {
      const type = view.schema.get(name);
      if (type === undefined) continue;
      const field = view.resultFields?.get(name) ?? WHOLE;
      const opening = `${JSON.stringify(name)}:{`;
      this.#shown.set(name, { field, type, showsRaw: field.raw || !field.snippet, opening });
    }
  }

  /** A document, without the brace that ends it. Its fields come in the order in which they were sent. */
  #begun(hit: Hit, body: Body): string {
    let text = '{';
    for (const name of Object.keys(body)) {
      const shown = this.#shown.get(name);
      if (shown !== undefined) text += `${this.#field(shown, body[name])},`;
    }
    const id = JSON.stringify(hit.id);
    const score = this.#view.hasScores ? JSON.stringify(hit.score) : 'null';
    return `${text}"_meta":{"id":${id},"engine":${this.#engine},"score":${score}},"id":{"raw":${id}}`;
  }

  #field({ field, type, showsRaw, opening }: ShownField, sent: unknown): string {
    const value = typedValue(sent, type);
    const raw = showsRaw ? `"raw":${JSON.stringify(this.#fields.raw(value, field))}` : '';
    if (!field.snippet) return `${opening}${raw}}`;
    const snippet = type === 'text' ? JSON.stringify(this.#fields.snippet(value, field)) : 'null';
    return `${opening}${raw}${showsRaw ? ',' : ''}"snippet":${snippet}}`;
  }

  document(hit: Hit, body: Body): string {
    return `${this.#begun(hit, body)}}`;
  }

  /** A group: its head with the value that makes it one, and the other documents. */
  group(hit: Hit, body: Body, key: string | number, others: readonly string[]): string {
    const { groupKey } = this.#view;
    const shown = JSON.stringify(groupKey && this.#fields.raw(key, groupKey));
    return `${this.#begun(hit, body)},"_group_key":${shown},"_group":[${others.join(',')}]}`;
  }
}

/**
 * The results of hits in their order, as JSON. Each step renders one document; within a group it yields nothing
 * until the last one, so that the caller can yield to other work between any two documents. `keepsTexts`
 * for the small pages of many searches; texts of large ones would push out all others.
 */
export function* renderHits(
  view: HitView,
  hits: readonly Hit[],
  bodyOf: (id: string) => Body,
  keepsTexts = false,
): Generator<string | undefined> {
  const renderer = new HitRenderer(view, keepsTexts);
  for (const hit of hits) {
    if (hit.group === undefined) {
      yield renderer.document(hit, bodyOf(hit.id));
      continue;
    }
    const others: string[] = [];
    for (const other of hit.group.others) {
      others.push(renderer.document(other, bodyOf(other.id)));
      yield;
    }
    yield renderer.group(hit, bodyOf(hit.id), hit.group.key, others);
  }
}
