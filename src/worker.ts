import { workerData } from 'node:worker_threads';
import { threadCaches } from './caching/cache-budget.ts';
import { indexTasks } from './index/embedded/workers/tasks.ts';
import { serveTasks, type TaskHandler } from './threads/serve.ts';

/**
 * The program of every worker thread, and the second place beside `main.ts` where things are wired. The code of a task
 * is loaded when it is first called. Whoever runs it has no log: what a person must know goes to `process.emitWarning`.
 */
const tasks: Readonly<Record<string, () => Promise<TaskHandler>>> = {
  ...indexTasks,
  judge: async () => (await import('./documents/validation-task.ts')).judgeTask,
  render: async () => (await import('./search/render-task.ts')).renderTask,
};

const { cacheLimit } = (workerData ?? {}) as { readonly cacheLimit?: number };
if (cacheLimit !== undefined) threadCaches.setLimit(cacheLimit);

serveTasks(tasks);
