import { serveTasks } from '../threads/serve.ts';

/** The program of the thread that makes scheduled backups. Unlike other threads it opens the store. */
serveTasks({ backup: async () => (await import('./backup-run.ts')).runBackup });
