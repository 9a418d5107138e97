import { List } from '@mantine/core';
import { SignInLayout } from './sign-in-layout.tsx';

/** The first visit without the link. */
export const SetupNeeded = () => (
  <SignInLayout
    title="Nobody lives here yet"
    intro={
      <>
        <p>
          This service is running, but its dashboard has no owner. The link that makes you the owner was
          printed where the service was started:
        </p>
        <List size="sm" spacing={6}>
          <List.Item>look there for “Set up the dashboard with this link”,</List.Item>
          <List.Item>or start the service again: until it is used, every start prints a new link.</List.Item>
        </List>
      </>
    }
  />
);
