import { Link } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { pageOf } from '../../addresses.ts';
import { useObservable } from '../../api/observable.ts';
import { currentImport, isUnderWay, percentOf } from '../../imports/current-import.ts';
import styles from './ongoing.module.css';

/** A status line on other pages while an import is running, or until its result has been seen. */
export function Ongoing() {
  const current = useObservable(currentImport);
  const path = usePathname();
  if (current === null || current.seen) return null;
  const page = pageOf.engine(current.account, current.engine, 'import');
  if (path === page) return null;
  const { fileName, engine, progress } = current;
  return (
    <section className={styles.ongoing} aria-label="Import">
      <span className={styles.words}>
        {isUnderWay(progress)
          ? `${WORDS[progress.phase]} ${fileName} into ${engine}: ${Math.floor(percentOf(current))} %`
          : `${WORDS[progress.phase]} ${fileName} into ${engine}`}
      </span>
      <Link href={page} className={styles.link}>
        {isUnderWay(progress) ? 'Show' : 'Show result'}
      </Link>
    </section>
  );
}

const WORDS = {
  running: 'Importing',
  paused: 'Import paused:',
  stopped: 'Import stopped:',
  done: 'Imported',
  failed: 'Partly imported:',
  cancelled: 'Import cancelled:',
};
