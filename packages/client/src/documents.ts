import type { FieldType, JsonObject } from './api-types.ts';

/** The fields of an engine and their types, as far as the code knows them. */
export type Fields = { readonly [field: string]: FieldType };

/** The names of the fields; any text if the fields are not known. */
export type Field<F extends Fields> = keyof F & string;

/** Whether the fields of an engine are not known. */
export type AreUnknown<F extends Fields> = string extends keyof F ? true : false;

interface ShownValues {
  text: string;
  number: number;
  date: string;
  geolocation: string;
}

/** A value as the service shows it: one, several, or none. A geolocation is `"lat,lon"`, a date is RFC 3339. */
export type Value<T extends FieldType> = ShownValues[T] | readonly (ShownValues[T] | null)[] | null;

interface SentValues {
  text: string | number | boolean;
  number: number | string;
  date: string | Date;
  geolocation: string | readonly [longitude: number, latitude: number];
}

type SentValue<T extends FieldType> = SentValues[T] | readonly (SentValues[T] | null)[] | null;

/** A document to index. */
export type NewDocument<F extends Fields> = {
  readonly id?: string | number | null | undefined;
} & (AreUnknown<F> extends true
  ? JsonObject
  : { readonly [Name in Field<F>]?: SentValue<F[Name]> | undefined });

/** A change of a document: the fields that it names are replaced. */
export type DocumentPatch<F extends Fields> = NewDocument<F> & { readonly id: string | number };

/** A document as it was sent, with its id. */
export type ExportedDocument<F extends Fields> = NewDocument<F> & { readonly id: string };

/** A document as the service shows it. Fields that it never had are missing. */
export type ShownDocument<F extends Fields> = { readonly id: string } & {
  readonly [Name in Field<F>]?: Value<F[Name]>;
};
