import { withoutPostgres } from '../services/postgres.ts';
import { followingSuite } from './following.ts';
import { interleavingSuite } from './interleavings.ts';
import { postgresStores } from './postgres-stores.ts';
import { takingOverSuite } from './taking-over.ts';

const skip = withoutPostgres();
followingSuite('PostgreSQL database', postgresStores, { skip });
takingOverSuite('PostgreSQL database', postgresStores, { skip });
interleavingSuite('PostgreSQL database', postgresStores, { skip });
