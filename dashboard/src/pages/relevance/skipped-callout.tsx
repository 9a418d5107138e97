import { Alert, Button, List } from '@mantine/core';
import { IconAlertTriangle } from '../../frame/icons.ts';
import { withoutSkipped } from '../../search-settings/field-boosts.ts';
import { changedSections, type Schema } from '../../search-settings/settings.ts';
import type { SettingsEditor } from '../../search-settings/use-settings-editor.ts';

interface Props {
  readonly editor: SettingsEditor;
  readonly schema: Schema;
}

/** Most messages to list. */
const LISTED = 6;

/** Saved entries that searches skip because the type of a field was changed. */
export function SkippedCallout({ editor, schema }: Props) {
  const warnings = (editor.saved.warnings ?? []).filter((text) => !text.startsWith('Result field'));
  const { value } = editor;
  const cleaned = withoutSkipped(value, schema);
  if (warnings.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} stroke={1.6} />}
      title="Searches skip some of these settings"
    >
      <List size="sm">
        {warnings.slice(0, LISTED).map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
        {warnings.length > LISTED && <List.Item>and {warnings.length - LISTED} more</List.Item>}
      </List>
      The type of a field was changed after they were saved. They take effect again if the type is changed
      back.
      {changedSections(value, { ...value, ...cleaned }).length > 0 && (
        <div>
          <Button mt="sm" size="sm" variant="default" onClick={() => editor.edit(cleaned, 'remove skipped')}>
            Remove them
          </Button>
        </div>
      )}
    </Alert>
  );
}
