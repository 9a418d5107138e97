import type { Config } from '../config.ts';
import type { OpenOptions } from './database.ts';
import { type Instance, openForServing } from './instance.ts';
import { type OpenIndex, openEmbeddedIndex } from './opened-index.ts';

/** What opens the two ports of the service. */
export interface Adapters {
  readonly openInstance: (config: Config, options: OpenOptions) => Promise<Instance>;
  readonly openIndex: OpenIndex;
}

export const EMBEDDED: Adapters = { openInstance: openForServing, openIndex: openEmbeddedIndex };
