import { connection } from '../api/connection.ts';
import { useObservable } from '../api/observable.ts';
import styles from './connection-banner.module.css';
import { IconPlugConnectedX } from './icons.ts';

/** Shown while the server cannot be reached. */
export function ConnectionBanner() {
  const lost = useObservable(connection) === 'lost';
  return (
    <div role="status" aria-live="polite">
      {lost && (
        <div className={styles.banner}>
          <IconPlugConnectedX size={18} stroke={1.6} aria-hidden />
          The server cannot be reached. Nothing you typed is lost; this page continues when the server is
          back.
        </div>
      )}
    </div>
  );
}
