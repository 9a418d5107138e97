import { followingSuite } from './following.ts';
import { interleavingSuite } from './interleavings.ts';
import { sqliteStores } from './node-stores.ts';
import { takingOverSuite } from './taking-over.ts';

followingSuite('SQLite database', sqliteStores);
takingOverSuite('SQLite database', sqliteStores);
interleavingSuite('SQLite database', sqliteStores);
