import { getDefaultZIndex, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FinderBox } from './finder-box.tsx';

/** Ctrl-K: finds pages, engines, documents and actions. Every change of `times` opens it. */
export function Finder({ times }: { readonly times: number }) {
  const [opened, setOpened] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change opens it again.
  useEffect(() => setOpened(true), [times]);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      // At the same place however many entries there are.
      centered={false}
      yOffset="10vh"
      size={600}
      padding={0}
      radius="md"
      withCloseButton={false}
      zIndex={getDefaultZIndex('max')}
      // No closing transition: reopened during one, the finder would lose the first letters typed.
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
    >
      <FinderBox onDone={() => setOpened(false)} />
    </Modal>
  );
}
