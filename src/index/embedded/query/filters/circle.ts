import { distance, type Location } from '../../../../values/geolocation-value.ts';
import { cellOf } from '../../segment/geolocation-cells.ts';

const EARTH_RADIUS = 6_371_008.8;
const RADIANS = Math.PI / 180;
/** How far a value may be from a bound, as a share of it, to be judged without the exact rule. */
const MARGIN = 1e-9;
/** Up to here, in radians, the short series below are good for 1e-13, far better than the margin. */
const SMALL = 0.5;

/** Cells from south to north and from west to east, both ends included. */
export interface CellBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}
const NO_CELLS: CellBox = { south: 1, north: 0, west: 1, east: 0 };

/**
 * Whether places are within a ring around a center: from `from` metres, inclusive, to `to`, exclusive.
 *
 * The answer is always that of `distance`, which costs four trigonometric functions. Most places never get there: those
 * outside a box around the circle are turned away by two comparisons, and of those inside the haversine itself is
 * compared, computed by short series, as the rest of the formula does not change the order. Only what lies within a
 * billionth of a bound is measured exactly.
 */
export class Circle {
  readonly #center: Location;
  readonly #from: number;
  readonly #to: number;
  /** Half the box, in degrees; whatever is further away is outside for sure. */
  readonly #height: number;
  readonly #width: number;
  readonly #isSmall: boolean;
  readonly #cosine: number;
  /** Haversines: below `#surelyBelow` a place is within `to`, from `#surelyBeyond` on it is not. */
  readonly #surelyBelow: number;
  readonly #surelyBeyond: number;
  /** From here on a place is not nearer than `from`. */
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

  /** The cells outside of which no place is within; undefined if they are too many to help, or lie across the seam. */
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
   * Cells in which every place is within. On a small circle a box lies within if its corners do: along a side the
   * haversine has no peak.
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
      // The cells of the sides themselves are only partly within.
      return {
        south: cellOf(lat - height) + 1,
        north: cellOf(lat + height) - 1,
        west: cellOf(lon - width) + 1,
        east: cellOf(lon + width) - 1,
      };
    }
    return NO_CELLS;
  }

  /** Of a location at a latitude and two small distances in degrees. */
  #haversine(lat: number, north: number, east: number): number {
    const y = halfSine(north);
    const x = halfSine(east);
    return y * y + Math.cos(lat * RADIANS) * this.#cosine * x * x;
  }

  has(lat: number, lon: number): boolean {
    const north = Math.abs(lat - this.#center.lat);
    if (north > this.#height) return false;
    const east = Math.abs(lon - this.#center.lon);
    // The other way round, where the exact rule itself is rough for places close to each other: no short way there.
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

/** The sine of half an angle in degrees, which is small. */
function halfSine(degrees: number): number {
  const x = degrees * (RADIANS / 2);
  const z = x * x;
  return x * (1 - (z / 6) * (1 - (z / 20) * (1 - (z / 42) * (1 - z / 72))));
}
