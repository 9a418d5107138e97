import { TextInput, type TextInputProps } from '@mantine/core';
import { engineNameOf } from './engine-name.ts';

interface Props extends TextInputProps {
  readonly value: string;
}

/** The name of a new engine. Shows the normalised name as soon as it differs from the input. */
export function EngineNameField(props: Props) {
  const name = engineNameOf(props.value);
  return (
    <TextInput
      label="Name"
      description={
        name === props.value || name === ''
          ? 'Lower-case letters, digits and dashes. Used in URLs; it cannot be changed later.'
          : `Your engine will be named: ${name}`
      }
      placeholder="my-engine"
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  );
}
