import { Facts } from '../../parts/facts.tsx';
import { Panel } from '../../parts/panel.tsx';
import { CopyField } from '../../parts/secret-field.tsx';
import { useAccountFacts } from '../../session.ts';

/** The endpoint of the engine. */
export function Access() {
  const { endpoint, host_identifier: host } = useAccountFacts();
  return (
    <Panel title="Endpoint" intro="Connection details for API clients.">
      <Facts
        facts={{
          'Base URL': <CopyField value={endpoint} label="base URL" />,
          'Host identifier': <CopyField value={host} label="host identifier" />,
        }}
      />
    </Panel>
  );
}
