import { workerData } from 'node:worker_threads';
import { threadCaches } from './caching/cache-budget.ts';
import { indexTasks } from './index/embedded/workers/tasks.ts';
import { serveTasks, type TaskHandler } from './threads/serve.ts';

/**
 * The program of every worker thread. It reaches neither the HTTP layer nor a store. The code of a task is loaded when
 * the task is first called. Workers have no log: messages for the operator go to `process.emitWarning`.
 */
const tasks: Readonly<Record<string, () => Promise<TaskHandler>>> = {
  ...indexTasks,
  parse: async () => (await import('./api/parse-task.ts')).parseTask,
  validate: async () => (await import('./documents/validation-task.ts')).validationTask,
  lines: async () => (await import('./bulk/lines-task.ts')).linesTask,
  render: async () => (await import('./search/render-task.ts')).renderTask,
};

const { cacheLimit } = (workerData ?? {}) as { readonly cacheLimit?: number };
if (cacheLimit !== undefined) threadCaches.setLimit(cacheLimit);

serveTasks(tasks);
