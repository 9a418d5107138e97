import { TagsInput, type TagsInputProps } from '@mantine/core';

/** The terms of a set. Case makes no difference to the server, which refuses terms that differ in nothing else. */
export const TermsField = (props: TagsInputProps) => (
  <TagsInput
    placeholder={(props.value ?? []).length === 0 ? 'lava, volcano, molten rock' : 'another term'}
    splitChars={[',', '\n']}
    acceptValueOnBlur
    autoComplete="off"
    spellCheck={false}
    {...props}
  />
);
