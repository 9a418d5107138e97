import type { Schema } from '../../values/types.ts';
import type { GenerationInfo } from '../port.ts';

/** A generation as requests need it. */
export interface Target {
  readonly info: GenerationInfo;
  readonly shards: number;
}

/** The generations of a search. */
export class Targets {
  readonly all: readonly Target[];
  /** The path of requests to all of them. */
  readonly path: string;
  /** The types of the fields; a field has the same type in all generations that have it. */
  readonly schema: Schema;
  readonly shards: number;

  constructor(all: readonly Target[]) {
    this.all = all;
    this.path = `/${all.map(({ info }) => info.id).join(',')}`;
    this.schema = new Map(all.flatMap(({ info }) => [...info.schema]));
    this.shards = all.reduce((sum, { shards }) => sum + shards, 0);
  }

  isText(field: string): boolean {
    return this.schema.get(field) === 'text';
  }
}
