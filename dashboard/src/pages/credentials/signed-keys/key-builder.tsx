import { Button, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { pageOf } from '../../../addresses.ts';
import { enginesQuery } from '../../../api/queries.ts';
import { useAddressState } from '../../../parts/address-state.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { useAccount } from '../../../session.ts';
import { maySign, scopeOf } from '../key.ts';
import { allKeysQuery } from '../keys-query.ts';
import styles from './key-builder.module.css';
import { KeyOutput } from './key-output.tsx';
import { KeySpecForm } from './key-spec-form.tsx';
import { useKeySpec } from './use-key-spec.ts';

/** The form on the left, the signing code and key on the right. */
export function KeyBuilder({ onTry }: { readonly onTry: (token: string) => void }) {
  const account = useAccount();
  const signers = useSuspenseQuery(allKeysQuery(account.id)).data.filter(maySign);
  const there = useSuspenseQuery(enginesQuery(account.id)).data.results.map(({ name }) => name);
  const [spec, change] = useKeySpec();
  const [wanted, setEngine] = useAddressState('engine');
  // Prefer a read-only private key for signing.
  const best = signers.find(({ type, write }) => type === 'private' && write !== true);
  const signer =
    signers.find(({ name }) => name === spec.key) ??
    best ??
    signers.find(({ type }) => type === 'private') ??
    signers[0];
  if (signer === undefined)
    return (
      <EmptyState
        icon={IconKey}
        title="No key can sign"
        actions={
          <Button component={Link} href={`${pageOf.account(account.id, 'credentials')}?create=on`}>
            Create a key
          </Button>
        }
      >
        Signing requires a private key with read access. Create one with read access only.
      </EmptyState>
    );
  const scope = scopeOf(signer);
  const engines = there.filter((name) => scope === null || scope.includes(name));
  const engine = engines.includes(wanted) ? wanted : (engines[0] ?? null);
  return (
    <div className={styles.maker}>
      <KeySpecForm
        spec={spec}
        onChange={change}
        signer={signer}
        signers={signers}
        engine={engine}
        engines={engines}
        onEngine={setEngine}
      />
      <Stack gap="lg">
        <KeyOutput spec={spec} signer={signer} onTry={onTry} />
      </Stack>
    </div>
  );
}
