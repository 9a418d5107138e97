import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * On whose behalf work is done, from coarse to fine: account, key, client address. Flows share processor time and places
 * in queues equally at each level, so one that sends many requests delays mostly itself.
 */
export type Flow = readonly string[];

/** Work that no request waits for. */
const BACKGROUND: Flow = ['background'];

const flows = new AsyncLocalStorage<Flow>();

/** Calls `work`; everything that it starts belongs to `flow`. */
export const onBehalfOf = <T>(flow: Flow, work: () => T): T => flows.run(flow, work);

export const currentFlow = (): Flow => flows.getStore() ?? BACKGROUND;
