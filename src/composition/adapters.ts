import type { Config } from '../config.ts';
import type { OpenOptions } from './database.ts';
import { type Instance, openForServing } from './instance.ts';
import type { OpenIndex } from './open-index.ts';
import { openConfiguredIndex } from './opened-index.ts';

/** What opens the two ports of the service. */
export interface Adapters {
  readonly openInstance: (config: Config, options: OpenOptions) => Promise<Instance>;
  readonly openIndex: OpenIndex;
}

/** The adapters that the settings choose; without any, the embedded ones. */
export const EMBEDDED: Adapters = { openInstance: openForServing, openIndex: openConfiguredIndex };
