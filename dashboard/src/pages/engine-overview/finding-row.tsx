import { Anchor, Code, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { IconAlertTriangle } from '../../frame/icons.ts';
import { number } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import type { Finding } from './finding.ts';
import styles from './overview.module.css';

/** A finding, and a link to the page that fixes it for those who may use it. */
export function FindingRow({ finding }: { readonly finding: Finding }) {
  const account = useAccount();
  const engine = useEngineName();
  const { kind, title, text, names = [], more = 0, link } = finding;
  const Icon = kind === 'problem' ? IconAlertTriangle : IconInfoCircle;
  return (
    <li className={styles.finding} data-kind={kind}>
      <Icon size={18} stroke={1.6} className={styles.mark} aria-hidden />
      <div>
        <Text size="sm" fw={550}>
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {text}{' '}
          {names.map((name) => (
            <Fragment key={name}>
              <Code fz={12.5} className={styles.name}>
                <bdi>{name}</bdi>
              </Code>{' '}
            </Fragment>
          ))}
          {more > 0 && `and ${number(more)} more`}
        </Text>
      </div>
      {link !== undefined && account.may(link.least) && (
        <Anchor
          component={Link}
          href={pageOf.engine(account.id, engine, ...link.path) + (link.query ?? '')}
          size="sm"
          className={styles.link}
        >
          {link.label}
        </Anchor>
      )}
    </li>
  );
}
