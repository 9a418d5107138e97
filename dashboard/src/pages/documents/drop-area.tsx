import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount } from '../../session.ts';
import { chooseFile } from './chosen-file.ts';
import { useFileDrop } from './file-drop.ts';
import styles from './import.module.css';

interface Props {
  readonly engine: string;
  /** An empty state. */
  readonly children: ReactNode;
}

/** An empty state that takes a dropped file and opens its import. */
export function DropArea({ engine, children }: Props) {
  const account = useAccount();
  const [, navigate] = useLocation();
  const { zone, problems } = useFileDrop((file) => {
    chooseFile(account.id, engine, file, file.name);
    navigate(pageOf.engine(account.id, engine, 'import'));
  });
  return (
    <section className={styles.area} aria-label="Import a file" {...zone}>
      {children}
      <ErrorBox messages={problems} />
    </section>
  );
}
