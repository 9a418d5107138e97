/** Not convertible: an error on a write, null after a type change. */
export const NONE = Symbol('not convertible');
export type Item = string | number | null;
export type Converted = Item | readonly Item[] | typeof NONE;
export type Type = 'text' | 'number' | 'date' | 'geolocation';
export const TYPES: readonly Type[] = ['text', 'number', 'date', 'geolocation'];

/** A value and its conversion to each type, derived by hand from the docs, without any parser. */
export interface Value {
  readonly sent: unknown;
  readonly conversions: Readonly<Record<Type, Converted>>;
}

const value = (
  sent: unknown,
  text: Converted,
  conversions: Partial<Record<Type, Converted>> = {},
): Value => ({
  sent,
  conversions: { text, number: NONE, date: NONE, geolocation: NONE, ...conversions },
});
/** A string, which is unchanged as text. None of them is a valid geohash. */
const string = (sent: string, conversions: Partial<Record<Type, Converted>> = {}) =>
  value(sent, sent, conversions);

const NULL = value(null, null, { number: null, date: null, geolocation: null });
const MOSS = string('moss');
const RIVER = string('River');
const NUMBER = string('1985.50', { number: 1985.5 });
const SEVEN = value(7, '7', { number: 7 });
const DATE = string('2013-02-27', { date: '2013-02-27T00:00:00+00:00' });
const PLACE = string('35.68, -83.53', { geolocation: '35.68,-83.53' });

const SINGLE: readonly Value[] = [
  NULL,
  MOSS,
  RIVER,
  string('Lake Stone'),
  string('stone, moss & Árbol'),
  string(''),
  string(' moss '),
  NUMBER,
  string('-12.0', { number: -12 }),
  string('1.5e3', { number: 1500 }),
  string(' 7.0'),
  string('1_000.0'),
  string('1.000.000'),
  string('Infinity'),
  DATE,
  string('2013-02-27T18:09:19Z', { date: '2013-02-27T18:09:19+00:00' }),
  string('2013-02-27T18:09:19.120-05:30', { date: '2013-02-27T23:39:19.12+00:00' }),
  string('2013-02-30'),
  string('yesterday'),
  PLACE,
  string('7,5', { geolocation: '7,5' }),
  string('95.5,10'),
  string('POINT (-83.53 35.68)', { geolocation: '35.68,-83.53' }),
  SEVEN,
  value(-0.5, '-0.5', { number: -0.5 }),
  value(265795.2, '265795.2', { number: 265795.2 }),
  value(0, '0', { number: 0 }),
  value(true, 'true'),
  value(false, 'false'),
  value({ a: 'moss' }, '{"a":"moss"}'),
  value({}, '{}'),
];

/** A list is converted item by item; if one item cannot be converted, neither can the list. */
const list = (...items: readonly Value[]): Value => {
  const conversionTo = (type: Type): Converted => {
    const conversions = items.map((item) => item.conversions[type]);
    return conversions.includes(NONE) ? NONE : (conversions as Item[]);
  };
  return {
    sent: items.map((item) => item.sent),
    conversions: {
      text: conversionTo('text'),
      number: conversionTo('number'),
      date: conversionTo('date'),
      geolocation: conversionTo('geolocation'),
    },
  };
};
const point = (of: Value, geolocation: Converted): Value => ({
  sent: of.sent,
  conversions: { ...of.conversions, geolocation },
});
const degrees = (sent: number | string) => value(sent, String(sent), { number: Number(sent) });

const LISTS: readonly Value[] = [
  list(),
  list(MOSS),
  list(MOSS, RIVER, MOSS),
  list(NUMBER, SEVEN, NULL),
  list(NUMBER, MOSS),
  list(DATE, DATE),
  list(PLACE, NULL),
  list(value({ a: 'moss' }, '{"a":"moss"}'), RIVER),
  // As a geolocation, exactly two numbers are one point, longitude first.
  point(list(degrees(-83.53), degrees(35.68)), '35.68,-83.53'),
  point(list(degrees('-83.53'), degrees('35.68')), '35.68,-83.53'),
  point(list(degrees(10), degrees(95)), NONE),
];

export const VALUES: readonly Value[] = [...SINGLE, ...SINGLE, ...LISTS];

/** Rejected by every type. */
export const NESTED: Value = value([['moss']], NONE);
