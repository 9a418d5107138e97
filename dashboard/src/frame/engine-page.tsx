import { ENGINE_TOOLS } from './engine-tools.ts';
import { Page, type PageProps } from './page.tsx';

/** The layout of every engine page, with the tools that all engine pages share. */
export const EnginePage = (props: PageProps) => (
  <Page
    {...props}
    actions={
      <>
        {ENGINE_TOOLS.map(({ name, Tool }) => (
          <Tool key={name} />
        ))}
        {props.actions}
      </>
    }
  />
);
