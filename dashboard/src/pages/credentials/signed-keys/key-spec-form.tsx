import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorBox } from '../../../parts/error-box.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { useAccount } from '../../../session.ts';
import type { Key } from '../key.ts';
import { ExpiryField } from './expiry-field.tsx';
import { FacetField } from './facet-field.tsx';
import { fieldsQuery } from './fields-query.ts';
import { FilterField } from './filter-field.tsx';
import { type KeySpec, problemsOf } from './key-spec.ts';
import { SearchedField } from './searched-field.tsx';
import { ShownField } from './shown-field.tsx';
import { SignerField } from './signer-field.tsx';

interface Props {
  readonly spec: KeySpec;
  readonly onChange: (next: Partial<KeySpec>) => void;
  readonly signer: Key;
  readonly signers: readonly Key[];
  /** The engine whose fields are offered; null if the signing key has no engine in scope. */
  readonly engine: string | null;
  readonly engines: readonly string[];
  readonly onEngine: (engine: string) => void;
}

/** The form for all restrictions of a signed key. */
export function KeySpecForm({ spec, onChange, signer, signers, engine, engines, onEngine }: Props) {
  const account = useAccount();
  const { data: fields = {}, error } = useQuery(fieldsQuery(account.id, engine));
  const problems = problemsOf(spec);
  return (
    <Panel title="Permissions">
      <Stack gap="lg">
        <SignerField signer={signer} signers={signers} onChange={(key) => onChange({ key })} />
        {engine === null ? (
          <Text size="sm" c="dimmed">
            The key has no access to an engine yet, so there are no fields to choose from.
          </Text>
        ) : (
          <Select
            label="Fields of"
            description="Only to choose fields from. The signed key works for every engine that its signing key has access to."
            data={[...engines]}
            value={engine}
            allowDeselect={false}
            searchable={engines.length > 8}
            onChange={(name) => name !== null && onEngine(name)}
          />
        )}
        <ErrorBox error={error} />
        <SearchedField
          value={spec.searched}
          fields={fields}
          problem={problems.searched}
          onChange={(searched) => onChange({ searched })}
        />
        <ShownField
          value={spec.shown}
          fields={fields}
          problem={problems.shown}
          onChange={(shown) => onChange({ shown })}
        />
        <FilterField
          value={spec.filters}
          fields={fields}
          problem={problems.filters}
          onChange={(filters) => onChange({ filters })}
        />
        <FacetField value={spec.facets} fields={fields} onChange={(facets) => onChange({ facets })} />
        <ExpiryField
          value={spec.expiry}
          problem={problems.expiry}
          onChange={(expiry) => onChange({ expiry })}
        />
      </Stack>
    </Panel>
  );
}
