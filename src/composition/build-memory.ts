import { availableParallelism } from 'node:os';
import type { Config } from '../config.ts';

/**
 * The part of FINDLING_MEMORY that segments may take while they are built. With the share of caches it is no more than the
 * overdraft that a start is allowed, so that an index which filled its memory still opens.
 */
const BUILD_SHARE = 1 / 16;
/** With more than this, segments would not get larger: they are limited in documents and characters. */
const MOST_BUILD_MEMORY = 256 * 2 ** 20;

/** Bytes that the segments under construction may take together. */
export const buildMemory = ({ memory }: Pick<Config, 'memory'>): number =>
  Math.min(MOST_BUILD_MEMORY, memory * BUILD_SHARE);

/** With less than this for each of two builders, segments would be too small to be worth a second one. */
const LEAST_PER_BUILDER = 16 * 2 ** 20;

/** Threads that build segments. A second one is used while the first is busy: by an import, or by several writers. */
export const builderCount = (config: Pick<Config, 'memory'>): number =>
  availableParallelism() > 1 && buildMemory(config) >= 2 * LEAST_PER_BUILDER ? 2 : 1;
