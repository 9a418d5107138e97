import type { MetricRegistry } from '../metrics/registry.ts';
import type { BackupReport } from './scheduled-backups.ts';

/** Scheduled backups; the metrics have no value without them. */
export function backupMetrics(
  registry: MetricRegistry,
  report: (() => Promise<BackupReport>) | undefined,
): void {
  let last: BackupReport | undefined;
  if (report !== undefined) {
    registry.beforeScrape(async () => {
      last = await report();
    });
  }
  registry.gauge(
    'findling_backup_success_time_seconds',
    'When the last scheduled backup was begun that succeeded, in seconds since 1970.',
    () => (last?.success ? last.success.at / 1000 : undefined),
  );
  registry.gauge(
    'findling_backup_size_bytes',
    'Size of the last scheduled backup.',
    () => last?.success?.bytes,
  );
  registry.gauge(
    'findling_backup_failures',
    'Scheduled backups that have failed since the last one that succeeded.',
    () => last && (last.failure?.times ?? 0),
  );
  registry.gauge(
    'findling_backup_overdue_seconds',
    'For how long a scheduled backup has been due.',
    () => last && Math.max(0, (Date.now() - last.nextAt) / 1000),
  );
}
