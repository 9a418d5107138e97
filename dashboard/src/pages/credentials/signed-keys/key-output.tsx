import { Alert } from '@mantine/core';
import { Panel } from '../../../parts/panel.tsx';
import type { Key } from '../key.ts';
import { claimsOf, type KeySpec, type Problems, problemsOf } from './key-spec.ts';
import { SignHere } from './sign-here.tsx';
import { SigningCode } from './signing-code.tsx';

interface Props {
  readonly spec: KeySpec;
  readonly signer: Key;
  readonly onTry: (token: string) => void;
}

const LABELS: Readonly<Record<keyof Problems, string>> = {
  searched: 'Searched fields',
  shown: 'Returned fields',
  filters: 'Filters',
  expiry: 'Expires',
};

/** The signing code, and a key signed by the server. */
export function KeyOutput({ spec, signer, onTry }: Props) {
  const incomplete = Object.keys(problemsOf(spec)) as ReadonlyArray<keyof Problems>;
  if (incomplete.length > 0)
    return (
      <Alert color="yellow" variant="light" role="status" title="Not complete">
        Complete these fields to generate the code: {incomplete.map((part) => LABELS[part]).join(', ')}.
      </Alert>
    );
  const signing = { keyName: signer.name, claims: claimsOf(spec), expiry: spec.expiry };
  return (
    <>
      <SigningCode signing={signing} />
      <Panel title="Sign here" intro="For testing. In production your server signs a key for each user.">
        {/* A changed spec discards the previous key. */}
        <SignHere key={JSON.stringify(signing)} signing={signing} onTry={onTry} />
      </Panel>
    </>
  );
}
