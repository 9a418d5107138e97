import { Select, type SelectProps } from '@mantine/core';
import { languageOptions } from '../../parts/languages.ts';

/** The language of a new engine. */
export const LanguageField = (props: SelectProps) => (
  <Select
    label="Language"
    description="The main language of your content, used for stemming and stop words. Choose Universal if unsure."
    data={languageOptions}
    allowDeselect={false}
    searchable
    {...props}
  />
);
