import { type QueryExecutorProvider, sql } from 'kysely';
import type { Nodes } from '../port.ts';
import { DATABASE_NOW } from './node-registry.ts';
import type { NodeTables } from './node-tables.ts';

/** Leases of a node. Each call is one statement, so they need no transaction. */
export function nodeLeases(db: QueryExecutorProvider, owner: string): Pick<Nodes, 'lease' | 'release'> {
  const now = sql.raw(DATABASE_NOW);
  const lease = async (name: string, milliseconds: number): Promise<number | undefined> => {
    const until = sql`${now} + ${sql.lit(Math.ceil(milliseconds))}`;
    const isHeld = sql`leases.owner = excluded.owner and leases.held_until > ${now}`;
    const { rows } = await sql<Pick<NodeTables['leases'], 'fence'>>`
      insert into leases (name, owner, held_until, fence) values (${name}, ${owner}, ${until}, 1)
      on conflict (name) do update set owner = excluded.owner, held_until = excluded.held_until,
        fence = leases.fence + case when ${isHeld} then 0 else 1 end
      where leases.owner = excluded.owner or leases.held_until <= ${now}
      returning fence`.execute(db);
    return rows[0] && Number(rows[0].fence);
  };
  const release = async (name: string, fence: number): Promise<void> => {
    await sql`update leases set held_until = 0
      where name = ${name} and owner = ${owner} and fence = ${fence}`.execute(db);
  };
  return { lease, release };
}
