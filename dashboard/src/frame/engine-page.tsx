import { Text } from '@mantine/core';
import { useEngineName } from '../session.ts';
import { ENGINE_TOOLS } from './engine-tools.ts';
import { Page, type PageProps } from './page.tsx';

/** The layout of every engine page: the engine's name, and the tools that all engine pages share. */
export function EnginePage(props: Omit<PageProps, 'above'>) {
  const engine = useEngineName();
  return (
    <Page
      {...props}
      above={
        <Text size="sm" c="dimmed" ff="monospace">
          {engine}
        </Text>
      }
      actions={
        <>
          {ENGINE_TOOLS.map(({ name, Tool }) => (
            <Tool key={name} />
          ))}
          {props.actions}
        </>
      }
    />
  );
}
