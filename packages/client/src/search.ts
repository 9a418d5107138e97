import type { FieldType, JsonObject, SearchMeta } from './api-types.ts';
import type { AreUnknown, Field, Fields, Value } from './documents.ts';

/*
 * Types of searches, derived from the fields of an engine. They check names and values of options, and give an answer the
 * members that were asked for. At run time none of this exists: options are sent as they are.
 */

type Direction = 'asc' | 'desc';
type Unit = 'mm' | 'cm' | 'm' | 'km' | 'in' | 'ft' | 'yd' | 'mi';
type Location = string | readonly [longitude: number, latitude: number];
type OneOrSeveral<T> = T | readonly T[];

/** The fields of these types; any text if the fields are not known. */
type FieldOf<F extends Fields, T extends FieldType> = {
  [Name in Field<F>]: F[Name] extends T ? Name : T extends F[Name] ? Name : never;
}[Field<F>];

/** No members but those of these names. */
type Only<T, Names> = { readonly [Name in Exclude<keyof T, Names>]: never };

// Filters

interface ComparedValues {
  text: string | number | boolean;
  number: number;
  date: string | Date;
}
interface Range<Bound> {
  readonly from?: Bound | undefined;
  readonly to?: Bound | undefined;
}
interface Distance extends Range<number> {
  readonly center: Location;
  readonly unit?: Unit | undefined;
  readonly distance?: number | undefined;
}

type Condition<T extends FieldType> = T extends 'geolocation'
  ? OneOrSeveral<Distance> | { readonly any: readonly Distance[] }
  : T extends 'text'
    ? OneOrSeveral<ComparedValues['text']>
    : T extends 'number' | 'date'
      ?
          | OneOrSeveral<ComparedValues[T] | Range<ComparedValues[T]>>
          | { readonly any: readonly (ComparedValues[T] | Range<ComparedValues[T]>)[] }
      : never;

/** Conditions that must all hold. `_engine` is the source engine, in meta engines. */
export type Filters<F extends Fields> =
  AreUnknown<F> extends true
    ? JsonObject
    : { readonly [Name in Field<F>]?: Condition<F[Name]> } & {
        readonly id?: Condition<'text'>;
        readonly _engine?: OneOrSeveral<string>;
        readonly all?: OneOrSeveral<Filters<F>>;
        readonly any?: OneOrSeveral<Filters<F>>;
        readonly none?: OneOrSeveral<Filters<F>>;
      };

// Sorting and grouping

interface ByDistance {
  readonly center: Location;
  readonly order?: Direction | undefined;
  readonly mode?: 'min' | 'max' | 'median' | 'avg' | undefined;
}

/** One field and its direction. */
export type Sort<F extends Fields> = {
  readonly [Name in Field<F>]?: F[Name] extends 'geolocation'
    ? ByDistance
    : 'geolocation' extends F[Name]
      ? Direction | ByDistance
      : Direction;
} & { readonly id?: Direction; readonly _score?: Direction };

export interface Group<F extends Fields> {
  readonly field: FieldOf<F, 'text' | 'number' | 'date'>;
  readonly size?: number | undefined;
  readonly sort?: Sort<F> | undefined;
  readonly collapse?: boolean | undefined;
}

// Boosts and searched fields

interface ValueBoost<Compared> {
  readonly type: 'value';
  readonly value: OneOrSeveral<Compared>;
  readonly operation?: 'add' | 'multiply' | undefined;
  readonly factor?: number | undefined;
}
interface FunctionalBoost {
  readonly type: 'functional';
  readonly function: 'linear' | 'exponential' | 'logarithmic';
  readonly operation?: 'add' | 'multiply' | undefined;
  readonly factor?: number | undefined;
}
interface ProximityBoost<Center> {
  readonly type: 'proximity';
  readonly function: 'linear' | 'exponential' | 'gaussian';
  readonly center: Center;
  readonly factor?: number | undefined;
}

interface BoostsByType {
  text: ValueBoost<ComparedValues['text']>;
  number: ValueBoost<number> | FunctionalBoost | ProximityBoost<number>;
  date: ValueBoost<string | Date> | ProximityBoost<string | Date>;
  geolocation: ProximityBoost<Location>;
}

export type Boosts<F extends Fields> = {
  readonly [Name in Field<F>]?: OneOrSeveral<BoostsByType[F[Name]]>;
};

export type SearchedFields<F extends Fields> = {
  readonly [Name in FieldOf<F, 'text'> | 'id']?: { readonly weight?: number | undefined };
};

// Facets

interface ValueFacet {
  readonly type: 'value';
  readonly name?: string | undefined;
  readonly size?: number | undefined;
  readonly sort?: { readonly count: Direction } | { readonly value: Direction } | undefined;
}
interface RangeFacet<Bound> {
  readonly type: 'range';
  readonly name?: string | undefined;
  readonly ranges: readonly (Range<Bound> & { readonly name?: string | undefined })[];
}
interface DistanceFacet extends RangeFacet<number> {
  readonly center: Location;
  readonly unit?: Unit | undefined;
}

interface FacetsByType {
  text: ValueFacet;
  number: ValueFacet | RangeFacet<number>;
  date: ValueFacet | RangeFacet<string | Date>;
  geolocation: DistanceFacet;
}

export type Facets<F extends Fields> = {
  readonly [Name in Field<F>]?: OneOrSeveral<FacetsByType[F[Name]]>;
} & { readonly _engine?: OneOrSeveral<ValueFacet> };

interface Counted<Shown> {
  readonly value: Shown;
  readonly count: number;
}
interface CountedRange<Bound> {
  readonly from?: Bound;
  readonly to?: Bound;
  readonly name?: string;
  readonly count: number;
}

/** Values of dates are RFC 3339, distances are in the unit of the request. */
type Bound<T> = T extends 'number' | 'geolocation' ? number : string;

type FacetAnswer<T, Definition> = Definition extends { readonly type: 'value' }
  ? {
      readonly type: 'value';
      readonly name?: string;
      readonly data: readonly Counted<T extends 'number' ? number : string>[];
    }
  : { readonly type: 'range'; readonly name?: string; readonly data: readonly CountedRange<Bound<T>>[] };

/** The facets of an answer: for each definition one entry, in the same order. */
type FacetAnswers<F extends Fields, Asked> = {
  readonly [Name in keyof Asked]: NonNullable<Asked[Name]> extends infer Definition
    ? Definition extends readonly unknown[]
      ? { readonly [I in keyof Definition]: FacetAnswer<TypeOf<F, Name>, Definition[I]> }
      : readonly [FacetAnswer<TypeOf<F, Name>, Definition>]
    : never;
};

type TypeOf<F extends Fields, Name> = Name extends keyof F ? F[Name] : 'text';

// Results

interface ResultField {
  readonly raw?: { readonly size?: number | undefined } | undefined;
  readonly snippet?:
    | { readonly size?: number | undefined; readonly fallback?: boolean | undefined }
    | undefined;
}

export type ResultFields<F extends Fields> = { readonly [Name in Field<F> | 'id']?: ResultField };

type Raw<T extends FieldType> = { readonly raw: Value<T> };
type Snippet = { readonly snippet: string | null };

/** The members of a field that was asked for: raw unless only a snippet was. */
type Shown<T extends FieldType, Asked> = [keyof Asked] extends [never]
  ? Raw<T>
  : ResultField extends Asked
    ? Partial<Raw<T> & Snippet>
    : 'snippet' extends keyof Asked
      ? Snippet & ('raw' extends keyof Asked ? Raw<T> : unknown)
      : Raw<T>;

interface ResultMeta {
  /** The id without the name of its source engine. */
  readonly id: string;
  readonly engine: string;
  readonly score: number | null;
}

/** A result: `id`, `_meta`, and the fields that were asked for, all raw if none were. A field that the document never had is missing. */
export type SearchResult<F extends Fields, Asked = undefined> = {
  readonly id: { readonly raw: string };
  readonly _meta: ResultMeta;
  /** With `group`: the value that the documents of the group share. */
  readonly _group_key?: string | number | null;
  /** With `group`: the other documents of the group. */
  readonly _group?: readonly SearchResult<F, Asked>[];
} & (Asked extends undefined
  ? { readonly [Name in Field<F>]?: Raw<F[Name]> }
  : { readonly [Name in Extract<keyof Asked, Field<F>>]?: Shown<F[Name], NonNullable<Asked[Name]>> });

// The whole request and its answer

/** The options of a search, apart from its query. `R` and `A` are the fields and facets that it asks for. */
export interface SearchOptions<
  F extends Fields,
  R extends ResultFields<F> | undefined = ResultFields<F>,
  A extends Facets<F> | undefined = Facets<F>,
> {
  readonly page?: { readonly current?: number | undefined; readonly size?: number | undefined } | undefined;
  readonly sort?: OneOrSeveral<Sort<F>> | undefined;
  readonly group?: Group<F> | undefined;
  readonly facets?: A & Only<A, Field<F> | '_engine'>;
  readonly filters?: Filters<F> | undefined;
  readonly precision?: number | undefined;
  readonly boosts?: Boosts<F> | undefined;
  readonly search_fields?: SearchedFields<F> | undefined;
  readonly result_fields?: R & Only<R, Field<F> | 'id'>;
  readonly analytics?: { readonly tags: readonly string[] } | undefined;
  readonly record_analytics?: boolean | undefined;
}

/** One of several searches. */
export type SearchQuery<F extends Fields> = SearchOptions<F> & { readonly query: string };

export type SearchAnswer<F extends Fields, R = undefined, A = undefined> = {
  readonly meta: SearchMeta;
  readonly results: readonly SearchResult<F, R>[];
} & (A extends undefined ? unknown : { readonly facets: FacetAnswers<F, A> });

type Member<Query, Name extends string> = Query extends { readonly [N in Name]: infer Asked }
  ? Asked
  : undefined;

/** The answers to several searches, in the same order. */
export type SearchAnswers<F extends Fields, Queries extends readonly unknown[]> = {
  readonly [I in keyof Queries]: SearchAnswer<
    F,
    Member<Queries[I], 'result_fields'>,
    Member<Queries[I], 'facets'>
  >;
};

/** Searches that name no field that the engine does not have. */
export type CheckedQueries<F extends Fields, Queries extends readonly unknown[]> = {
  readonly [I in keyof Queries]: Queries[I] &
    Only<Queries[I], keyof SearchQuery<F>> & {
      readonly result_fields?: Only<Member<Queries[I], 'result_fields'>, Field<F> | 'id'>;
      readonly facets?: Only<Member<Queries[I], 'facets'>, Field<F> | '_engine'>;
    };
};
