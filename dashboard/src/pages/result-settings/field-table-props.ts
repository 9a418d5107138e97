import type { SettingsEditor } from '../../search-settings/use-settings-editor.ts';

export interface FieldTableProps {
  readonly names: readonly string[];
  readonly editor: SettingsEditor;
  /** The mean size of each field in a result. */
  readonly sizes: ReadonlyMap<string, number> | undefined;
}
