import type { Kysely } from 'kysely';
import type { StoreWriter } from '../port.ts';
import type { Tables } from '../tables.ts';
import { accountQueries } from './accounts.ts';
import { adaptiveQueries } from './adaptive-relevance.ts';
import { auditQueries } from './audit.ts';
import { clickQueries } from './clicks.ts';
import { documentQueries } from './documents.ts';
import { engineQueries } from './engines.ts';
import { instanceQueries } from './instance.ts';
import { jobQueries } from './jobs.ts';
import { judgementQueries } from './judgements.ts';
import { keyQueries } from './keys.ts';
import { linkQueries } from './links.ts';
import { personQueries } from './people.ts';
import type { QueryDialect } from './query-dialect.ts';
import { revocationQueries } from './revocations.ts';
import { sessionQueries } from './sessions.ts';
import { tuningQueries } from './tuning.ts';
import { unconfirmedQueries } from './unconfirmed.ts';

/** The store's queries over one connection or transaction; the same for every database but for its dialect. */
export const allQueries = (db: Kysely<Tables>, dialect: QueryDialect): StoreWriter => ({
  instance: instanceQueries(db),
  accounts: accountQueries(db, dialect),
  keys: keyQueries(db, dialect),
  revocations: revocationQueries(db),
  engines: engineQueries(db, dialect),
  documents: documentQueries(db),
  jobs: jobQueries(db, dialect),
  clicks: clickQueries(db),
  tuning: tuningQueries(db),
  judgements: judgementQueries(db, dialect),
  adaptive: adaptiveQueries(db, dialect),
  people: personQueries(db, dialect),
  sessions: sessionQueries(db),
  links: linkQueries(db),
  audit: auditQueries(db),
  unconfirmed: unconfirmedQueries(db, dialect),
});
