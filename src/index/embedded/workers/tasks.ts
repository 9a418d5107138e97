import type { TaskHandler } from '../../../threads/serve.ts';

const building = async () => await import('./building-tasks.ts');
const merging = async () => await import('./merging-tasks.ts');
const searching = async () => await import('./search-tasks.ts');

/** What the index does in worker threads; the code of each task is loaded when it is first called. */
export const indexTasks: Readonly<Record<string, () => Promise<TaskHandler>>> = {
  'index.build': async () => (await building()).buildTask,
  'index.collect': async () => (await building()).collectTask,
  'index.seal': async () => (await building()).sealTask,
  'index.forget': async () => (await building()).forgetTask,
  'index.merge': async () => (await merging()).mergeTask,
  'index.snapshot': async () => (await searching()).snapshotTask,
  'index.search': async () => (await searching()).searchTask,
  'index.drop': async () => (await searching()).dropTask,
};
