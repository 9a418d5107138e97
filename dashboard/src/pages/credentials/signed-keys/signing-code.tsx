import { Tabs, Text } from '@mantine/core';
import { useAddressState } from '../../../parts/address-state.ts';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { LANGUAGES } from './code/languages.ts';
import { KEY_VARIABLE, type Signing, signedClaims } from './code/program.ts';

/** The claims alone, for use with a JWT library. */
const claimsText = (signing: Signing): string =>
  JSON.stringify(
    signedClaims(signing, (seconds) => `(now + ${seconds} seconds)`),
    null,
    2,
  );

const TABS = [
  ...LANGUAGES.map(({ id, label, program }) => ({ id: id as string, label, code: program })),
  { id: 'claims', label: 'Claims', code: claimsText },
];

/** Signing programs in several languages; all produce the same token. */
export function SigningCode({ signing }: { readonly signing: Signing }) {
  const [wanted, setTab] = useAddressState('code', 'node');
  const shown = TABS.find(({ id }) => id === wanted) ?? TABS[0];
  return (
    <Panel title="Signing code" intro="Requires only the standard library of the language.">
      <Tabs value={shown?.id ?? null} onChange={(next) => setTab(next ?? 'node')} keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ id, label, code }) => (
          <Tabs.Panel key={id} value={id}>
            <CodeBlock code={code(signing)} label={`code: ${label}`} maxHeight={560} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed" mt="sm">
        The value of the key is read from <code>{KEY_VARIABLE}</code>, so it never appears in code.
      </Text>
    </Panel>
  );
}
