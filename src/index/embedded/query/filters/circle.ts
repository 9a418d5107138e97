import { distance, type Location } from '../../../../values/geolocation-value.ts';
import { cellOf } from '../../segment/geolocation-cells.ts';

const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;
/** Relative distance from a bound within which only the exact formula decides. */
const MARGIN = 1e-9;
/** Up to this angle in radians the error of the series below is under 1e-13, far below the margin. */
const SMALL = 0.5;

/** A box of grid cells (segment/geolocation-cells.ts), all bounds inclusive. */
export interface CellBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}
const NO_CELLS: CellBox = { south: 1, north: 0, west: 1, east: 0 };

/**
 * Tests whether locations are in a ring around a center: from `from` metres, inclusive, to `to`, exclusive.
 *
 * Bounding box before haversine: two comparisons reject locations outside of the box around the circle. For the others
 * the haversine is compared instead of the distance, which grows with it, and a short Taylor series computes it. Only
 * locations within a billionth of a bound need `distance`, with its four trigonometric functions. The result always
 * equals that of `distance`.
 */
export class Circle {
  readonly #center: Location;
  readonly #from: number;
  readonly #to: number;
  /** Half the height and width of the bounding box of the circle, in degrees. */
  readonly #height: number;
  readonly #width: number;
  readonly #isSmall: boolean;
  readonly #cosine: number;
  /** Haversines: a location below `#surelyBelow` is within `to`, one from `#surelyBeyond` on is not. */
  readonly #surelyBelow: number;
  readonly #surelyBeyond: number;
  /** A location whose haversine is at least this is not nearer than `from`. */
  readonly #surelyFrom: number;

  constructor(center: Location, from: number, to: number) {
    this.#center = center;
    this.#from = from;
    this.#to = to;
    const angle = (to / EARTH_RADIUS) * (1 + MARGIN);
    this.#height = to <= 0 ? 0 : angle / RADIANS + MARGIN;
    const reachesPole = Math.abs(center.lat) + this.#height >= 90;
    this.#width = reachesPole
      ? 180
      : Math.min(
          180,
          Math.asin(Math.min(1, Math.sin(angle) / Math.cos(center.lat * RADIANS))) / RADIANS + MARGIN,
        );
    this.#isSmall = this.#height * RADIANS < SMALL && this.#width * RADIANS < SMALL;
    this.#cosine = Math.cos(center.lat * RADIANS);
    const haversine = (metres: number): number => Math.sin(Math.min(metres / EARTH_RADIUS, Math.PI) / 2) ** 2;
    this.#surelyBelow = haversine(to) * (1 - MARGIN);
    this.#surelyBeyond = haversine(to) * (1 + MARGIN);
    this.#surelyFrom = from <= 0 ? 0 : haversine(from) * (1 + MARGIN);
  }

  /** Cells that contain the whole circle; undefined if the circle is too large or crosses the antimeridian. */
  get outerCells(): CellBox | undefined {
    const { lat, lon } = this.#center;
    if (!this.#isSmall || Math.abs(lon) + this.#width > 180) return undefined;
    return {
      south: cellOf(lat - this.#height),
      north: cellOf(lat + this.#height),
      west: cellOf(lon - this.#width),
      east: cellOf(lon + this.#width),
    };
  }

  /**
   * Cells that lie completely within the circle. On a small circle a box is within if its corners are: the haversine
   * has no maximum along a side.
   */
  get innerCells(): CellBox {
    const { lat, lon } = this.#center;
    if (this.#from > 0 || !this.#isSmall) return NO_CELLS;
    for (let share = 0.71; share > 0.5; share -= 0.01) {
      const height = share * this.#height;
      const width = share * this.#width;
      const isWithin = [lat - height, lat + height].every(
        (side) => this.#haversine(side, height, width) < this.#surelyBelow,
      );
      if (!isWithin) continue;
      // The cells on the sides are only partly within.
      return {
        south: cellOf(lat - height) + 1,
        north: cellOf(lat + height) - 1,
        west: cellOf(lon - width) + 1,
        east: cellOf(lon + width) - 1,
      };
    }
    return NO_CELLS;
  }

  /** The haversine of a location at a latitude, by its small offsets from the center in degrees. */
  #haversine(lat: number, north: number, east: number): number {
    const y = halfSine(north);
    const x = halfSine(east);
    return y * y + Math.cos(lat * RADIANS) * this.#cosine * x * x;
  }

  has(lat: number, lon: number): boolean {
    const north = Math.abs(lat - this.#center.lat);
    if (north > this.#height) return false;
    const east = Math.abs(lon - this.#center.lon);
    // Across the antimeridian `distance` is imprecise for close locations, so the haversine could contradict it.
    const isAround = east > 180;
    if ((isAround ? 360 - east : east) > this.#width) return false;
    if (this.#isSmall && !isAround) {
      const haversine = this.#haversine(lat, north, east);
      if (haversine >= this.#surelyBeyond) return false;
      if (haversine < this.#surelyBelow && haversine >= this.#surelyFrom) return true;
    }
    const metres = distance({ lat, lon }, this.#center);
    return metres >= this.#from && metres < this.#to;
  }
}

/** The sine of half of a small angle in degrees, by its Taylor series. */
function halfSine(degrees: number): number {
  const x = degrees * (RADIANS / 2);
  const z = x * x;
  return x * (1 - (z / 6) * (1 - (z / 20) * (1 - (z / 42) * (1 - z / 72))));
}
