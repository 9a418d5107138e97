import { Menu, UnstyledButton } from '@mantine/core';
import { useLocation } from 'wouter';
import { pageOf } from '../addresses.ts';
import { useAccountIfAny, useSession } from '../session.ts';
import styles from './account-switcher.module.css';
import { IconCheck, IconSelector } from './icons.ts';

/** Shows the current account, and lets the person switch to another or create one. */
export function AccountSwitcher() {
  const { accounts, default_account: home, person } = useSession();
  const here = useAccountIfAny();
  const [, navigate] = useLocation();
  const current = here?.id ?? home ?? undefined;
  const option = accounts.find(({ host_identifier: id }) => id === current) ?? accounts[0];
  if (option === undefined) return null;
  if (accounts.length === 1 && !person.first_owner) return <div className={styles.single}>{option.name}</div>;
  return (
    <Menu width="target" position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles.button} aria-label={`Account ${option.name}, switch account`}>
          <span className={styles.name}>{option.name}</span>
          <IconSelector size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.list}>
        <Menu.Label>Accounts</Menu.Label>
        {accounts.map(({ host_identifier: id, name }) => (
          <Menu.Item
            key={id}
            onClick={() => navigate(pageOf.engines(id))}
            rightSection={id === option.host_identifier ? <IconCheck size={16} aria-label="current" /> : null}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => navigate(pageOf.accounts)}>All accounts</Menu.Item>
        {person.first_owner && (
          <Menu.Item onClick={() => navigate(`${pageOf.accounts}?create=on`)}>Create an account</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
