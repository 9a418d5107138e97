import { sql } from 'kysely';
import type { QueryDialect } from '../queries/query-dialect.ts';
import { DATABASE_NOW } from './node-registry.ts';

export const DIALECT: QueryDialect = {
  byteCollation: 'C',
  async now(db) {
    const { rows } = await sql<{ now: number }>`select ${sql.raw(DATABASE_NOW)} as now`.execute(db);
    return Number(rows[0]?.now);
  },
};
