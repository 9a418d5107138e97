import type { Accounts } from '../accounts/accounts.ts';
import { accountVisit, type DashboardRoute, personVisit, type Visit } from '../api/dashboard-route.ts';
import { listAnswer, pageRange, parsePage } from '../api/page.ts';
import { texts } from '../error-texts.ts';
import { badInput, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Role } from '../store/dashboard-port.ts';
import type { AccountRecord, Store } from '../store/port.ts';
import { type Audit, auditJson } from './audit.ts';
import type { Invitations } from './invitations.ts';
import type { People } from './people.ts';
import { parseInvitedEmail } from './person-request.ts';
import { isRole } from './roles.ts';
import type { AccountFacts, Done, PeopleList } from './types.ts';

export interface AccountFeatures {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly people: People;
  readonly invitations: Invitations;
  readonly audit: Audit;
  readonly domain: string;
}

const done: Done = { deleted: true };
/** The keys among which to find one for snippets. */
const SNIPPET_KEY_CANDIDATES = { offset: 0, limit: 100 };

function roleOf(value: unknown): Role {
  if (isRole(value)) return value;
  throw badInput({ role: [texts.roleNotInList] }) ?? errors.undecodable();
}

/** Accounts, their people, and the audit log. */
export function accountRoutes(features: AccountFeatures): DashboardRoute[] {
  const { store, accounts, people, invitations, audit, domain } = features;

  /** The base URL of the account's API: the browser's origin if that host means this account, else its own host name. */
  const endpointOf = async (visit: Visit, account: AccountRecord): Promise<string> => {
    if ((await accounts.byHost(visit.host))?.id === account.id) return visit.origin;
    const port = /:(\d+)$/.exec(visit.origin)?.[1];
    const scheme = visit.origin.split(':', 1)[0];
    return `${scheme}://${account.hostIdentifier}.api.${domain}${port === undefined ? '' : `:${port}`}`;
  };

  const factsOf = async (visit: Visit, account: AccountRecord, role: Role): Promise<AccountFacts> => {
    const keys = (await store.keys.page(account.id, SNIPPET_KEY_CANDIDATES)).results.filter(
      (key) => key.accessAllEngines === true,
    );
    return {
      name: account.name,
      host_identifier: account.hostIdentifier,
      is_default: account.isDefault,
      role,
      endpoint: await endpointOf(visit, account),
      keys: {
        search: keys.find(({ kind }) => kind === 'search')?.name ?? null,
        private: keys.find(({ kind }) => kind === 'private')?.name ?? null,
      },
      engine_count: (await store.engines.page(account.id, null, { offset: 0, limit: 1 })).total,
      created_at: new Date(account.createdAt).toISOString(),
    };
  };

  return [
    personVisit({
      method: 'POST',
      path: '/accounts',
      async answer(visit) {
        const { name } = await visit.params();
        if (typeof name !== 'string' || name === '') throw errors.missingParameter('name');
        const { account } = await accounts.create(name);
        const action = { action: 'account.created', subject: account.name } as const;
        await audit.record({ person: visit.session.person, accountId: account.id }, action);
        return factsOf(visit, account, 'owner');
      },
    }),
    accountVisit({
      method: 'GET',
      path: '/accounts/:account',
      answer: (visit) => factsOf(visit, visit.account, visit.role),
    }),
    accountVisit({
      method: 'GET',
      path: '/accounts/:account/people',
      async answer({ account, session }): Promise<PeopleList> {
        const results = await people.list(account, session.person);
        return { results, invitations: await invitations.list(account) };
      },
    }),
    accountVisit({
      method: 'PATCH',
      path: '/accounts/:account/people/:id',
      async answer({ account, session, path, params, version }) {
        return people.change(account, session.person, path.id ?? '', roleOf((await params()).role), version);
      },
    }),
    accountVisit({
      method: 'DELETE',
      path: '/accounts/:account/people/:id',
      async answer({ account, session, path, version }) {
        await people.remove(account, session.person, path.id ?? '', version);
        return done;
      },
    }),
    accountVisit({
      method: 'POST',
      path: '/accounts/:account/invitations',
      async answer({ account, session, params }) {
        const { role, email } = await params();
        return invitations.create(account, session.person, roleOf(role), parseInvitedEmail(email));
      },
    }),
    accountVisit({
      method: 'DELETE',
      path: '/accounts/:account/invitations/:id',
      async answer({ account, session, path }) {
        await invitations.withdraw(account, session.person, path.id ?? '');
        return done;
      },
    }),
    accountVisit({
      method: 'GET',
      path: '/accounts/:account/audit',
      async answer({ account, session, params }) {
        const page = parsePage(await params(), limits.auditPerPage);
        const { total, results } = await audit.page(account.id, session.person, pageRange(page));
        return listAnswer(page, total, results.map(auditJson));
      },
    }),
  ];
}
