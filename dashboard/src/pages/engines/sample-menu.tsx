import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { SAMPLES, useSample } from './samples.ts';

/** The samples as a menu, for accounts with engines. */
export function SampleMenu() {
  const make = useSample();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />} loading={make.isPending}>
          Samples
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Sample engines</Menu.Label>
        {SAMPLES.map(({ sample, label }) => (
          <Menu.Item key={sample} onClick={() => make.mutate(sample)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
