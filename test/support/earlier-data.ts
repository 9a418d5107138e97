import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Reverts each migration, by the version it results in. */
const UNDO: Readonly<Record<number, string>> = {
  2: `drop table clicks; delete from counters where name = 'click'`,
  3: `alter table engines drop column forgotten; delete from instance where name = 'identity'`,
  4: `drop table people; drop table members; drop table sessions; drop table links; drop table audit;
      drop table unconfirmed_fields; delete from counters where name = 'audit';
      alter table engines drop column document_bytes; alter table engines drop column changed_at`,
  5: `alter table reindex_jobs drop column owner; alter table reindex_jobs drop column lease_until;
      alter table reindex_jobs drop column fence`,
  6: `alter table documents drop column checksum`,
  7: `drop table search_settings; drop table synonym_sets; drop table curations; drop table curation_queries;
      drop table tuning_versions; delete from counters where name = 'tuning';
      alter table engines drop column type; alter table engines drop column sources;
      alter table engines drop column tuning_version`,
  8: `drop table key_uses; drop table revocations; delete from counters where name = 'revocation';
      drop index keys_previous_lookup; alter table keys drop column expires_at; alter table keys drop column description;
      alter table keys drop column requests_per_second; alter table keys drop column burst;
      alter table keys drop column previous_lookup; alter table keys drop column previous_sealed;
      alter table keys drop column previous_until`,
  9: `drop table judgements`,
  10: `drop table adaptive_settings; drop table curation_suggestions`,
  11: `alter table reindex_jobs drop column generation; alter table reindex_jobs drop column position`,
};
const NEWEST = Math.max(...Object.keys(UNDO).map(Number));

/** Turns the store in a folder into one of an earlier version, without what later versions added. */
export function revertData(folder: string, version: number): void {
  const db = new DatabaseSync(join(folder, 'findling.sqlite'));
  for (let step = NEWEST; step > version; step--) db.exec(UNDO[step] as string);
  db.exec(`update instance set value = '${version}' where name = 'data_version'`);
  db.close();
}
