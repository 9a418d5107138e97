import { Text } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import type { SettingsEditor } from '../../search-settings/use-settings-editor.ts';
import { PRECISIONS } from '../tester/precision.ts';
import { PrecisionSlider } from '../tester/precision-slider.tsx';

/** How much of a query a document must match, with a sentence for each step. */
export function PrecisionPanel({ editor }: { readonly editor: SettingsEditor }) {
  const { precision } = editor.value;
  return (
    <Panel
      title="Precision"
      intro="A low precision finds more documents; a high precision only those that match more of the query."
    >
      <Text size="sm" fw={550}>
        Precision {precision}
      </Text>
      <Text size="sm" c="dimmed" mih="2.9em">
        {PRECISIONS[precision - 1]}
      </Text>
      <PrecisionSlider
        mt={6}
        value={precision}
        onChange={(value) => editor.edit({ precision: value }, 'precision')}
      />
    </Panel>
  );
}
