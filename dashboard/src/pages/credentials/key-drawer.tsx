import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The drawer for creating and editing keys; the list stays visible. */
export const KeyDrawer = ({ opened, title, onClose, children }: Props) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    title={title}
    position="right"
    size="md"
    overlayProps={{ backgroundOpacity: 0.4, blur: 2 }}
    styles={{ title: { fontWeight: 620, fontSize: '1.05rem' } }}
  >
    {children}
  </Drawer>
);
