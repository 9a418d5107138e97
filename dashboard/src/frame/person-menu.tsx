import { Avatar, Menu, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useLocation } from 'wouter';
import { pageOf } from '../addresses.ts';
import { ROLE_NAMES, useAccountIfAny, useSession } from '../session.ts';
import { IconApi, IconLogout, IconSelector, IconUser } from './icons.ts';
import styles from './person-menu.module.css';
import { requestSignOut } from './sign-out.ts';

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

/** The person's menu: profile, sign-out, theme, help. */
export function PersonMenu() {
  const { person, version } = useSession();
  const account = useAccountIfAny();
  const [, navigate] = useLocation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu width="target" position="top-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles.button}>
          <Avatar size={30} radius="xl" name={person.name} color="lichen" aria-hidden />
          <span className={styles.names}>
            <span className={styles.name}>{person.name}</span>
            <VisuallyHidden>: profile and sign out</VisuallyHidden>
            {account && <span className={styles.role}>{ROLE_NAMES[account.role]}</span>}
          </span>
          <IconSelector size={16} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUser size={16} />} onClick={() => navigate(pageOf.profile)}>
          Your profile
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={requestSignOut}>
          Sign out
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
        >
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Help</Menu.Label>
        <Menu.Item component="a" href="/openapi.json" target="_blank" leftSection={<IconApi size={16} />}>
          API reference (OpenAPI)
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Findling {version}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
