import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount } from '../../session.ts';
import type { Key } from './key.ts';
import { keyQuery } from './keys-query.ts';
import { NewValue } from './new-value.tsx';
import { RotateForm } from './rotate-form.tsx';

interface Props {
  /** The key to rotate; null closes the dialog. */
  readonly name: string | null;
  readonly onClose: () => void;
}

export const RotateKey = ({ name, onClose }: Props) => (
  <Modal opened={name !== null} onClose={onClose} title="Rotate key">
    {name !== null && <Rotation name={name} onClose={onClose} />}
  </Modal>
);

function Rotation({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const [rotated, setRotated] = useState<Key | null>(null);
  const seen = useQuery({
    ...keyQuery(useAccount().id, name),
    refetchOnWindowFocus: false,
    enabled: rotated === null,
  });
  if (rotated !== null) return <NewValue of={rotated} onClose={onClose} />;
  if (seen.error !== null) return <ErrorBox error={seen.error} />;
  if (seen.data === undefined) return null;
  return <RotateForm seen={seen.data} onReload={seen.refetch} onRotated={setRotated} onClose={onClose} />;
}
