import type { Accounts } from '../accounts/accounts.ts';
import { type DashboardRoute, openVisit, personVisit, type Visit } from '../api/dashboard-route.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { PersonRecord } from '../store/dashboard-port.ts';
import type { Audit } from './audit.ts';
import type { Invitations } from './invitations.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { meJson, type People } from './people.ts';
import { parseNewPerson, parseProfile } from './person-request.ts';
import { type Sessions, sessionJson } from './sessions.ts';
import type { PasswordSignIn } from './sign-in.ts';
import type { Done, SessionList, SessionState } from './types.ts';

export interface SessionFeatures {
  readonly accounts: Accounts;
  readonly people: People;
  readonly sessions: Sessions;
  readonly passwordSignIn: PasswordSignIn;
  readonly invitations: Invitations;
  readonly browsers: KnownBrowsers;
  readonly audit: Audit;
  readonly version: string;
}

const done: Done = { deleted: true };

/** Sign-in, sign-out, and the person's own name, password and sessions. */
export function sessionRoutes(features: SessionFeatures): DashboardRoute[] {
  const { accounts, people, sessions, passwordSignIn, invitations, browsers, audit, version } = features;

  const stateFor = async (visit: Visit, person: PersonRecord | undefined): Promise<SessionState> => {
    const memberships = person === undefined ? [] : await people.accountsOf(person);
    const host = await accounts.byHost(visit.host);
    const chosen = memberships.find(({ account }) => account.id === host?.id) ?? memberships[0];
    return {
      version,
      setup_needed: person === undefined && (await people.needsSetup()),
      person: person ? meJson(person) : null,
      accounts: memberships.map(({ account, role }) => ({
        name: account.name,
        host_identifier: account.hostIdentifier,
        role,
      })),
      default_account: chosen?.account.hostIdentifier ?? null,
      idle_seconds: limits.sessionIdle / 1000,
    };
  };

  /** Always starts a new session, which prevents session fixation. */
  const startSession = async (visit: Visit, person: PersonRecord): Promise<SessionState> => {
    visit.cookies.setSession(await sessions.begin(person, visit.visitor, visit.session));
    if (!browsers.isKnownTo(visit.cookies.browserToken, person.id)) {
      visit.cookies.setBrowserToken(browsers.issue(person.id));
    }
    return stateFor(visit, person);
  };

  return [
    openVisit({
      method: 'GET',
      path: '/session',
      answer: (visit) => stateFor(visit, visit.session?.person),
    }),
    openVisit({
      method: 'POST',
      path: '/session',
      async answer(visit) {
        const { login, password } = await visit.params();
        const { address } = visit.visitor;
        const from = { address, browserToken: visit.cookies.browserToken };
        const person = await passwordSignIn.signIn(login, password, from);
        const action = {
          action: 'person.signed-in',
          subject: person.name,
          detail: address,
          count: 1,
        } as const;
        await audit.record({ person, accountId: null }, action);
        return startSession(visit, person);
      },
    }),
    openVisit({
      method: 'DELETE',
      path: '/session',
      async answer({ session, cookies }) {
        if (session !== undefined) await sessions.end(session.person.id, session.record.id);
        cookies.setSession(null);
        return done;
      },
    }),
    openVisit({
      method: 'POST',
      path: '/setup',
      async answer(visit) {
        const params = await visit.params();
        return startSession(visit, await people.setUp(params.token, () => parseNewPerson(params)));
      },
    }),
    openVisit({
      method: 'POST',
      path: '/reset',
      async answer(visit) {
        const { token, password } = await visit.params();
        return startSession(visit, await passwordSignIn.reset(token, password));
      },
    }),
    openVisit({
      method: 'POST',
      path: '/links/inspect',
      answer: async ({ params }) => invitations.inspect((await params()).token),
    }),
    openVisit({
      method: 'POST',
      path: '/invitations/accept',
      async answer(visit) {
        const params = await visit.params();
        if (params.name !== undefined || params.password !== undefined) {
          return startSession(
            visit,
            await invitations.acceptAsNew(params.token, () => parseNewPerson(params)),
          );
        }
        if (visit.session === undefined) throw errors.signInToJoin();
        await invitations.acceptAs(visit.session.person, params.token);
        return stateFor(visit, visit.session.person);
      },
    }),
    personVisit({
      method: 'GET',
      path: '/sessions',
      async answer({ session: { person, record } }): Promise<SessionList> {
        const list = await sessions.list(person.id);
        return { results: list.map((session) => sessionJson(session, record.id)) };
      },
    }),
    personVisit({
      method: 'DELETE',
      path: '/sessions',
      async answer({ session, cookies }) {
        await sessions.endAll(session.person.id);
        cookies.setSession(null);
        return done;
      },
    }),
    personVisit({
      method: 'DELETE',
      path: '/sessions/:id',
      async answer({ session, path }) {
        await sessions.end(session.person.id, path.id ?? '');
        return done;
      },
    }),
    personVisit({
      method: 'PATCH',
      path: '/person',
      async answer(visit) {
        const asked = parseProfile(await visit.params());
        return stateFor(visit, await people.changeProfile(visit.session.person, asked, visit.version));
      },
    }),
    personVisit({
      method: 'POST',
      path: '/password',
      async answer(visit) {
        const { current, password } = await visit.params();
        await passwordSignIn.changePassword(visit.session, current, password);
        return startSession(visit, visit.session.person);
      },
    }),
  ];
}
