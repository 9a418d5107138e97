import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CellBox, Circle } from '../../src/index/embedded/query/filters/circle.ts';
import { cellOf } from '../../src/index/embedded/segment/geolocation-cells.ts';
import { distance, type Location as Place } from '../../src/values/geolocation-value.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const random = new Random(announcedSeed('circle'));
const CASES = 200_000;

const between = (low: number, high: number): number =>
  low + (random.below(1 << 30) / (1 << 30)) * (high - low);

/** Locations all over the earth, including the poles and the antimeridian. */
const anywhere = () => ({
  lat: random.pick([between(-90, 90), 0, 90, -90, 89.9999, between(40, 50)]),
  lon: random.pick([between(-180, 180), 180, -180, 0, 179.9999, between(5, 15)]),
});

/** Locations close to another one, also across the antimeridian. */
function near({ lat, lon }: { lat: number; lon: number }, degrees: number) {
  const shifted = lon + between(-degrees, degrees);
  return {
    lat: Math.max(-90, Math.min(90, lat + between(-degrees, degrees))),
    lon: shifted > 180 ? shifted - 360 : shifted < -180 ? shifted + 360 : shifted,
  };
}

const isIn = ({ lat, lon }: Place, { south, north, west, east }: CellBox): boolean =>
  cellOf(lat) >= south && cellOf(lat) <= north && cellOf(lon) >= west && cellOf(lon) <= east;

test('a circle contains the locations whose distance is within its bounds', () => {
  let innerCases = 0;
  for (let cases = 0; cases < CASES; cases++) {
    const center = anywhere();
    const degrees = random.pick([0.0001, 0.1, 2, 30]);
    const place = random.below(4) === 0 ? anywhere() : near(center, degrees);
    const metres = distance(place, center);
    // Bounds far away, nearby, and exactly at the location.
    const bound = () =>
      random.pick([0, metres, metres * (1 + 1e-12), metres * (1 - 1e-12), between(0, 2 * metres), 2e7, 5e4]);
    const to = random.pick([bound(), bound(), Number.POSITIVE_INFINITY]);
    const from = random.pick([0, 0, bound()]);
    const circle = new Circle(center, from, to);
    const isWithin = metres >= from && metres < to;
    const described = JSON.stringify({ center, place, from, to, metres });
    assert.equal(circle.has(place.lat, place.lon), isWithin, described);
    const { outerCells: outer, innerCells: inner } = circle;
    if (isWithin && outer !== undefined) assert(isIn(place, outer), `outer cells ${described}`);
    if (isIn(place, inner)) {
      innerCases++;
      assert(isWithin, `inner cells ${described}`);
    }
  }
  assert(innerCases > CASES / 100, 'inner cells are tried');
});
