import { analyzerFor } from '../analysis/language.ts';
import type { Hit, QueryPlan } from '../index/plan.ts';
import { type Body, shownFields } from '../schema/shown-fields.ts';
import type { Schema } from '../schema/types.ts';
import { QueryWords } from './query-words.ts';
import { FieldRenderer } from './render-field.ts';
import { type ResultField, type ResultFields, WHOLE } from './result-fields.ts';

/** How the hits of a search are shown. Plain data: another thread can do it. */
export interface HitView {
  /** The name of the engine. */
  readonly engine: string;
  readonly language: string | null;
  readonly schema: Schema;
  readonly query: QueryPlan;
  readonly precision: number;
  readonly resultFields: ResultFields | null;
  readonly groupKey: ResultField | null;
  readonly hasScores: boolean;
}

/** Makes the results of a search, in the shape of App Search 8. */
export class HitRenderer {
  readonly #view: HitView;
  readonly #fields: FieldRenderer;

  constructor(view: HitView) {
    this.#view = view;
    const analyzer = analyzerFor(view.language);
    this.#fields = new FieldRenderer(new QueryWords(view.query, view.precision, analyzer), analyzer);
  }

  /** A document, `json` being what the store keeps of it. */
  document(hit: Hit, json: string): Record<string, unknown> {
    const { engine, schema, resultFields, hasScores } = this.#view;
    const body: Body = JSON.parse(json);
    const result: Record<string, unknown> = Object.create(null);
    for (const [name, value] of shownFields(body, schema)) {
      const field = resultFields === null ? WHOLE : resultFields.get(name);
      if (field === undefined) continue;
      result[name] = {
        ...(showsRaw(field) && { raw: this.#fields.raw(value, field) }),
        ...(field.snippet && {
          snippet: schema.get(name) === 'text' ? this.#fields.snippet(value, field) : null,
        }),
      };
    }
    result._meta = { id: hit.id, engine, score: hasScores ? hit.score : null };
    result.id = { raw: hit.id };
    return result;
  }

  /** A group: its head with the value that makes it one, and the other documents. */
  group(head: Record<string, unknown>, key: string | number, others: readonly object[]): object {
    const { groupKey } = this.#view;
    head._group_key = groupKey && this.#fields.raw(key, groupKey);
    head._group = others;
    return head;
  }
}

const showsRaw = ({ raw, snippet }: ResultField): boolean => raw || !snippet;

/**
 * The results of hits in their order. Each step is the work of one document; within a group it gives nothing until the
 * last one, so that whoever goes through the steps can let others in between any two documents.
 */
export function* renderHits(
  view: HitView,
  hits: readonly Hit[],
  jsonOf: (id: string) => string,
): Generator<object | undefined> {
  const renderer = new HitRenderer(view);
  for (const hit of hits) {
    const head = renderer.document(hit, jsonOf(hit.id));
    if (hit.group === undefined) {
      yield head;
      continue;
    }
    const others: object[] = [];
    for (const other of hit.group.others) {
      yield;
      others.push(renderer.document(other, jsonOf(other.id)));
    }
    yield renderer.group(head, hit.group.key, others);
  }
}
