import { Alert } from '@mantine/core';
import { Panel } from '../../../parts/panel.tsx';
import type { Key } from '../key.ts';
import { claimsOf, problemsOf, type Recipe } from './key-spec.ts';
import { SignHere } from './sign-here.tsx';
import { SigningCode } from './signing-code.tsx';

interface Props {
  readonly recipe: Recipe;
  readonly signer: Key;
  readonly onTry: (token: string) => void;
}

/** What comes out of a recipe: code that signs it, and a token signed here and now. */
export function Product({ recipe, signer, onTry }: Props) {
  if (Object.keys(problemsOf(recipe)).length > 0)
    return (
      <Alert color="yellow" variant="light" role="status" title="Not finished yet">
        As soon as every part that you have begun says something, you get the code here. Half a restriction
        would be none.
      </Alert>
    );
  const signing = { keyName: signer.name, claims: claimsOf(recipe), expiry: recipe.expiry };
  return (
    <>
      <SigningCode signing={signing} />
      <Panel
        title="Sign it here"
        intro="To try it out. In real life your server signs, for each person who searches."
      >
        {/* Another recipe, another token: the one of the recipe before is taken away. */}
        <SignHere key={JSON.stringify(signing)} signing={signing} onTry={onTry} />
      </Panel>
    </>
  );
}
