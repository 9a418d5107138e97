import { Button } from '@mantine/core';
import { IconPlus, IconSignature } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { Page } from '../../frame/page.tsx';
import { usePageAction } from '../../frame/page-actions.ts';
import { useAddressFlag, useAddressPage, useAddressState } from '../../parts/address-state.ts';
import { useAccount } from '../../session.ts';
import { Access } from '../engine-overview/access.tsx';
import { CreateKey } from './create-key.tsx';
import { DeleteKey } from './delete-key.tsx';
import { EditKey } from './edit-key.tsx';
import { KeyList } from './key-list.tsx';
import { keysPath } from './keys-query.ts';
import { OwnersOnly } from './owners-only.tsx';
import { RotateKey } from './rotate-key.tsx';

export function CredentialsPage() {
  const account = useAccount();
  const [, navigate] = useLocation();
  const isOwner = account.may('owner');
  const [creating, setCreating] = useAddressFlag('create');
  const [edited, setEdited] = useAddressState('edit', '', { replace: false });
  const [rotated, setRotated] = useAddressState('rotate', '', { replace: false });
  const [doomed, setDoomed] = useAddressState('delete', '', { replace: false });
  const [page, setPage] = useAddressPage();
  const signedKeys = pageOf.account(account.id, 'credentials', 'signed-keys');
  usePageAction(
    'Create a key',
    useCallback(() => setCreating(true), [setCreating]),
    isOwner,
  );
  usePageAction(
    isOwner ? 'Sign a search key' : 'Search as a signed key',
    useCallback(() => navigate(signedKeys), [navigate, signedKeys]),
  );
  return (
    <Page
      title="Credentials"
      intro="The endpoint of your engines and the API keys for it."
      shows={{ path: isOwner ? keysPath(account.id, page) : routeOf.account(account.id) }}
      actions={
        <>
          <Button
            component={Link}
            href={signedKeys}
            variant="default"
            leftSection={<IconSignature size={16} stroke={1.6} />}
          >
            Signed keys
          </Button>
          {isOwner && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
              Create a key
            </Button>
          )}
        </>
      }
    >
      <Access />
      {isOwner ? (
        <>
          <KeyList
            page={page}
            onPage={setPage}
            onCreate={() => setCreating(true)}
            on={{ edit: setEdited, rotate: setRotated, delete: setDoomed }}
          />
          <CreateKey opened={creating} onClose={() => setCreating(false)} />
          <EditKey name={edited === '' ? null : edited} onClose={() => setEdited('')} />
          <RotateKey name={rotated === '' ? null : rotated} onClose={() => setRotated('')} />
          <DeleteKey name={doomed === '' ? null : doomed} onClose={() => setDoomed('')} />
        </>
      ) : (
        <OwnersOnly />
      )}
    </Page>
  );
}
