import { analyzerFor } from '../analysis/language.ts';
import type { Hit, MatchRules, QueryPlan } from '../index/plan.ts';
import { scopedId } from '../meta-engines/scoped-id.ts';
import type { Body } from '../values/typed-fields.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { typedValue } from '../values/value.ts';
import { QueryWords } from './query-words.ts';
import { FieldRenderer } from './render-field.ts';
import { type ResultField, type ResultFields, WHOLE } from './result-fields.ts';

/** How the hits of a search are rendered. Plain data, so that it can be sent to a worker. */
export interface RenderOptions {
  /** By id, the engines that the hits are of. */
  readonly engines: ReadonlyMap<number, RenderedEngine>;
  /** Whether ids are scoped by the name of the engine. */
  readonly hasScopedIds: boolean;
  readonly language: string | null;
  readonly query: QueryPlan;
  readonly matching: MatchRules;
  readonly resultFields: ResultFields | null;
  readonly groupKey: ResultField | null;
  readonly hasScores: boolean;
}

interface RenderedEngine {
  readonly name: string;
  readonly schema: Schema;
}

/** How the documents of an engine are rendered. */
interface ShownEngine {
  readonly name: string;
  /** The name as JSON. */
  readonly json: string;
  /** By the name of the field. */
  readonly fields: ReadonlyMap<string, ShownField>;
}

/** How a field is rendered; `opening` is the text before its value. */
interface ShownField {
  readonly field: ResultField;
  readonly type: FieldType;
  readonly showsRaw: boolean;
  readonly opening: string;
}

/**
 * Renders the results of a search in the shape of App Search 8. The JSON is concatenated from strings: building objects
 * first would double the cost.
 */
export class HitRenderer {
  readonly #options: RenderOptions;
  readonly #fields: FieldRenderer;
  readonly #engines = new Map<number, ShownEngine>();

  constructor(renderOptions: RenderOptions) {
    this.#options = renderOptions;
    const analyzer = analyzerFor(renderOptions.language);
    const words = new QueryWords(renderOptions.query, renderOptions.matching, analyzer);
    this.#fields = new FieldRenderer(words, analyzer);
  }

  #engineOf({ engineId }: Hit): ShownEngine {
    const known = this.#engines.get(engineId);
    if (known !== undefined) return known;
    const engine = this.#options.engines.get(engineId);
    if (engine === undefined) throw new Error(`a hit of engine ${engineId}, which was not searched`);
    const { name, schema } = engine;
    const fields = shownFields(schema, this.#options.resultFields);
    const shown = { name, json: JSON.stringify(name), fields };
    this.#engines.set(engineId, shown);
    return shown;
  }

  /** A document without its closing brace. Its fields are in the order in which they were sent. */
  #begun(hit: Hit, body: Body): string {
    const engine = this.#engineOf(hit);
    let text = '{';
    for (const name of Object.keys(body)) {
      const shown = engine.fields.get(name);
      if (shown === undefined) continue;
      text += `${this.#field(shown, body[name])},`;
    }
    const id = JSON.stringify(hit.id);
    const score = this.#options.hasScores ? JSON.stringify(hit.score) : 'null';
    const raw = this.#options.hasScopedIds ? JSON.stringify(scopedId(engine.name, hit.id)) : id;
    return `${text}"_meta":{"id":${id},"engine":${engine.json},"score":${score}},"id":{"raw":${raw}}`;
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

  /** A group: its head with the shared value, and the other documents. */
  group(hit: Hit, body: Body, key: string | number, others: readonly string[]): string {
    const { groupKey } = this.#options;
    const shown = JSON.stringify(groupKey && this.#fields.raw(key, groupKey));
    return `${this.#begun(hit, body)},"_group_key":${shown},"_group":[${others.join(',')}]}`;
  }
}

/** The fields to show of the documents of an engine, by name. */
function shownFields(schema: Schema, resultFields: ResultFields | null): ReadonlyMap<string, ShownField> {
  const shown = new Map<string, ShownField>();
  for (const name of resultFields?.keys() ?? schema.keys()) {
    const type = schema.get(name);
    if (type === undefined) continue;
    const field = resultFields?.get(name) ?? WHOLE;
    const opening = `${JSON.stringify(name)}:{`;
    shown.set(name, { field, type, showsRaw: field.raw || !field.snippet, opening });
  }
  return shown;
}

/**
 * The results of hits in order, as JSON. Each step renders one document; it yields undefined until a group is complete,
 * so that the caller can yield to other work between any two documents.
 */
export function* renderHits(
  renderOptions: RenderOptions,
  hits: readonly Hit[],
  bodyOf: (hit: Hit) => Body,
): Generator<string | undefined> {
  const renderer = new HitRenderer(renderOptions);
  for (const hit of hits) {
    if (hit.group === undefined) {
      yield renderer.document(hit, bodyOf(hit));
      continue;
    }
    const others: string[] = [];
    for (const other of hit.group.others) {
      others.push(renderer.document(other, bodyOf(other)));
      yield undefined;
    }
    yield renderer.group(hit, bodyOf(hit), hit.group.key, others);
  }
}
