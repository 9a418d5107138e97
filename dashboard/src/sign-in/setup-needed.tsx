import { List } from '@mantine/core';
import { SignInLayout } from './sign-in-layout.tsx';

/** Shown without a set-up link while there is no owner. */
export const SetupNeeded = () => (
  <SignInLayout
    title="Findling is not set up yet"
    intro={
      <>
        <p>
          The service is running, but its dashboard has no owner yet. The set-up link was printed where the
          service was started:
        </p>
        <List size="sm" spacing={6}>
          <List.Item>Look for “Set up the dashboard with this link” in its output.</List.Item>
          <List.Item>
            Or restart the service: every start prints a new link until the dashboard is set up.
          </List.Item>
        </List>
      </>
    }
  />
);
