import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { formatLocation, isPoint, parseLocation } from '../../src/values/geolocation-value.ts';
import { processorTime } from '../support/processor-time.ts';

const accepted: ReadonlyArray<readonly [value: unknown, shown: string]> = [
  // "lat,lon"
  ['35.68,-83.53', '35.68,-83.53'],
  ['35.68, -83.53', '35.68,-83.53'],
  ['35.68,   -83.53', '35.68,-83.53'],
  ['+35.680,-083.53', '35.68,-83.53'],
  ['0,0', '0,0'],
  ['-0,-0.0', '0,0'],
  ['.5,5.', '0.5,5'],
  ['1e1,1e2', '10,100'],
  ['1e-7,-1e-7', '1e-7,-1e-7'],
  ['90,0', '90,0'],
  ['-90,0', '-90,0'],
  ['0,180', '0,180'],
  ['0,-180', '0,-180'],
  ['90,180', '90,180'],
  ['-90,-180', '-90,-180'],
  ['-16.5,179.999999', '-16.5,179.999999'],
  ['-16.5,-179.999999', '-16.5,-179.999999'],
  ['51.477928,-0.001545', '51.477928,-0.001545'],
  // Well-known text, longitude first
  ['POINT (-83.53 35.68)', '35.68,-83.53'],
  ['POINT(-83.53 35.68)', '35.68,-83.53'],
  ['point (-83.53 35.68)', '35.68,-83.53'],
  ['Point   (  -83.53   35.68  )', '35.68,-83.53'],
  ['POINT (180 90)', '90,180'],
  ['POINT (-180 -90)', '-90,-180'],
  ['POINT (1e2 -.5)', '-0.5,100'],
  // [lon, lat]
  [[-83.53, 35.68], '35.68,-83.53'],
  [['-83.53', '35.68'], '35.68,-83.53'],
  [[-83.53, '35.68'], '35.68,-83.53'],
  [[0, 0], '0,0'],
  [[-0, -0], '0,0'],
  [[180, 90], '90,180'],
  [[-180, -90], '-90,-180'],
  [[120, 45], '45,120'],
  // Geohashes: the centre of the cell
  ['s', '22.5,22.5'],
  ['0', '-67.5,-157.5'],
  ['z', '67.5,157.5'],
  ['7', '-22.5,-22.5'],
  ['u4', '59.1,5.6'],
  ['ezs42', '42.605,-5.603'],
  ['EZS42', '42.605,-5.603'],
  ['eZs42', '42.605,-5.603'],
  ['u4pruydqqvj', '57.6491106,10.4074397'],
  ['9q8yyk8ytpxr', '37.77489997,-122.41939986'],
  ['dnkq', '36.3,-83.85'],
  ['000000000000', '-89.99999992,-179.99999983'],
  ['zzzzzzzzzzzz', '89.99999992,179.99999983'],
  ['s00000000000', '0.00000008,0.00000017'],
  // Short texts in the geohash alphabet are geohashes, even if they look like something else.
  ['1985', '-80.95,-112.32'],
  ['test', '20.65,74'],
];

const refused: readonly unknown[] = [
  // Out of range, swapped
  '90.0000001,0',
  '-90.0000001,0',
  '0,180.0000001',
  '0,-180.0000001',
  '-83.53,200',
  '120,45',
  '91,181',
  '1e309,0',
  'NaN,0',
  '0,Infinity',
  [0, 91],
  [181, 0],
  [45, 120],
  ['200', '10'],
  [Number.NaN, 0],
  [0, Number.POSITIVE_INFINITY],
  'POINT (0 91)',
  'POINT (181 0)',
  'POINT (35.68 -183.53)',
  // Not quite "lat,lon"
  '',
  ' ',
  ',',
  '35.68,',
  ',-83.53',
  '35.68, ',
  '35.68 ,-83.53',
  ' 35.68,-83.53',
  '35.68,-83.53 ',
  '35.68,\t-83.53',
  '35.68,\u00a0-83.53',
  '35.68,-83.53,0',
  '35.68;-83.53',
  '35.68 -83.53',
  '(35.68,-83.53)',
  '35,68,-83,53',
  '35.68N,83.53W',
  '35°40′48″N,83°31′48″W',
  '0x10,0',
  '３５,８',
  'foo,bar',
  'ezs42,ezs42',
  // Not quite well-known text
  'POINT',
  'POINT ()',
  'POINT EMPTY',
  'POINT (35.68)',
  'POINT (-83.53, 35.68)',
  'POINT (-83.53 35.68 100)',
  'POINT Z (-83.53 35.68 100)',
  'POINT (-83.53 35.68',
  'POINT -83.53 35.68',
  'POINT [-83.53 35.68]',
  ' POINT (-83.53 35.68)',
  'POINT (-83.53 35.68) ',
  'POINT\t(-83.53 35.68)',
  'POINT (a b)',
  'POINTS (-83.53 35.68)',
  'SRID=4326;POINT (-83.53 35.68)',
  'MULTIPOINT ((-83.53 35.68))',
  'POıNT (-83.53 35.68)',
  // Not quite geohashes
  'a',
  'foo',
  'bar',
  'ezs42i',
  'ezs42l',
  'ezs42o',
  'ezs42A',
  'ezs 42',
  'ezs-42',
  'e\u212a',
  's😀',
  'ｓ',
  '0'.repeat(13),
  '35.68',
  // Not quite [lon, lat]
  [],
  [1],
  [1, 2, 3],
  ['', ''],
  [null, null],
  [true, false],
  [
    [1, 2],
    [3, 4],
  ],
  [1, [2]],
  ['ezs42', 'ezs42'],
  ['1,2', '3,4'],
  // Other kinds
  null,
  undefined,
  true,
  35.68,
  { lat: 35.68, lon: -83.53 },
  { type: 'Point', coordinates: [-83.53, 35.68] },
  { 0: 1, 1: 2, length: 2 },
];

const written = (value: unknown): string => JSON.stringify(value) ?? String(value);

test('the table has enough rows', () => {
  assert.ok(accepted.length + refused.length >= 60);
});

test('a location in one of the four notations is parsed and shown as "lat,lon"', () => {
  for (const [value, shown] of accepted) {
    const place = parseLocation(value);
    assert.ok(place, written(value));
    assert.ok(!Object.is(place.lat, -0) && !Object.is(place.lon, -0), written(value));
    // Table rows spell small numbers out; JavaScript would write 8e-8.
    const [lat, lon] = shown.split(',').map(Number);
    assert.deepEqual(place, { lat, lon }, written(value));
    assert.deepEqual(parseLocation(formatLocation(place)), place, written(value));
  }
  assert.equal(formatLocation({ lat: 35.68, lon: -83.53 }), '35.68,-83.53');
});

test('any other value is not a location', () => {
  for (const value of refused) assert.equal(parseLocation(value), undefined, written(value));
});

test('two numbers are a point, valid or not, anything else is a list', () => {
  const table: ReadonlyArray<readonly [value: unknown, point: boolean]> = [
    [[1, 2], true],
    [['1', '2'], true],
    [[1, '2'], true],
    [['200', '10'], true],
    [[200, 1000], true],
    [[1], false],
    [[1, 2, 3], false],
    [['1,2', '3,4'], false],
    [['u4', '10'], false],
    [[null, 1], false],
    ['1,2', false],
  ];
  for (const [value, point] of table) assert.equal(isPoint(value), point, written(value));
});

/** The textbook encoder: bisects longitude and latitude in turn, five bits per digit. */
const encode = (lat: number, lon: number, length: number): string => {
  const lats: [number, number] = [-90, 90];
  const lons: [number, number] = [-180, 180];
  let [hash, bits, count] = ['', 0, 0];
  while (hash.length < length) {
    const [range, value] = count % 2 === 0 ? [lons, lon] : [lats, lat];
    const middle = (range[0] + range[1]) / 2;
    const upper = value >= middle;
    range[upper ? 0 : 1] = middle;
    bits = bits * 2 + (upper ? 1 : 0);
    count += 1;
    if (count % 5 === 0) {
      hash += '0123456789bcdefghjkmnpqrstuvwxyz'[bits];
      bits = 0;
    }
  }
  return hash;
};

test('the location shown for a geohash is in its cell', (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const digit = fc.constantFrom(...'0123456789bcdefghjkmnpqrstuvwxyz');
  fc.assert(
    fc.property(fc.string({ unit: digit, minLength: 1, maxLength: 12 }), (hash) => {
      const place = parseLocation(hash);
      assert.ok(place);
      assert.equal(encode(place.lat, place.lon, hash.length), hash);
      assert.deepEqual(parseLocation(hash.toUpperCase()), place);
    }),
    { seed, numRuns: 20_000 },
  );
  t.diagnostic('20000 geohashes');
});

test('any location on earth is read back from its text, any other is rejected', (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const degrees = fc.double({ min: -400, max: 400, noNaN: true });
  fc.assert(
    fc.property(degrees, degrees, (lat, lon) => {
      const onEarth = lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180;
      const place = onEarth ? { lat: lat + 0, lon: lon + 0 } : undefined;
      for (const value of [`${lat},${lon}`, `POINT (${lon} ${lat})`, [lon, lat], [`${lon}`, `${lat}`]]) {
        assert.deepEqual(parseLocation(value), place);
      }
    }),
    { seed, numRuns: 20_000 },
  );
  t.diagnostic('20000 places');
});

test('a text of 100,000 characters is parsed in linear time', () => {
  for (const part of ['1', ' ', ',', '1,', 'POINT', 'POINT (', 'POINT (1', 'POINT (1 1', '(', 's', '1, ']) {
    for (const fill of [' ', '1', '(', ',', ')', 's', ' 1']) {
      const text = `${part}${fill.repeat(100_000)}!`;
      const start = processorTime();
      assert.equal(parseLocation(text), undefined);
      assert.ok(processorTime() - start < 100, `${part}${fill}…`);
    }
  }
});
