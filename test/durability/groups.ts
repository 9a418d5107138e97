import assert from 'node:assert/strict';
import type { Random } from '../support/seed.ts';
import { request } from '../support/service.ts';
import { PRIVATE_KEY } from './writer.ts';

const PATH = '/api/as/v1/engines/one/documents';
const MEMBERS = [0, 1, 2, 3, 4];
const NAMES = ['group-a', 'group-b'] as const;
const idsOf = (group: string): string[] => MEMBERS.map((n) => `${group}-${n}`);

interface Batch {
  readonly group: string;
  readonly stamp: string;
  readonly sentAt: number;
  /** Undefined while unknown. */
  acknowledgedAt: number | undefined;
}

/**
 * Batches that several clients write to the same documents. All members of a group have the stamp of the batch that
 * wrote them, so a partly applied batch is visible to any reader.
 */
export class Groups {
  #batches: Batch[] = [];
  #clock = 0;
  acknowledged = 0;
  reads = 0;

  async writeUntilKilled(baseUrl: string, random: Random): Promise<void> {
    for (;;) {
      const group = random.pick(NAMES);
      const stamp = `groupstamp${++this.#clock}`;
      const batch: Batch = { group, stamp, sentAt: this.#clock, acknowledgedAt: undefined };
      this.#batches.push(batch);
      const body = idsOf(group).map((id) => ({ id, stamp }));
      try {
        const { status } = await request(baseUrl + PATH, 'POST', { key: PRIVATE_KEY, body });
        assert.equal(status, 200);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return;
      }
      batch.acknowledgedAt = ++this.#clock;
      this.acknowledged++;
    }
  }

  async readUntilKilled(baseUrl: string, random: Random): Promise<void> {
    for (;;) {
      try {
        await this.#stampOf(baseUrl, random.pick(NAMES));
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return;
      }
      this.reads++;
    }
  }

  /** The common stamp of the members of a group; undefined if none of them exists. */
  async #stampOf(baseUrl: string, group: string): Promise<string | undefined> {
    const { json } = await request(baseUrl + PATH, 'GET', { key: PRIVATE_KEY, body: idsOf(group) });
    const stamps = json.map((document: { stamp: string } | null) => document?.stamp);
    assert.deepEqual(
      stamps,
      MEMBERS.map(() => stamps[0]),
      `${group} is stored completely or not at all`,
    );
    return stamps[0];
  }

  /** After a kill, each group is one complete batch, and not older than the last one acknowledged. */
  async verify(baseUrl: string): Promise<void> {
    const survivors: Batch[] = [];
    for (const group of NAMES) {
      const stamp = await this.#stampOf(baseUrl, group);
      const batches = this.#batches.filter((batch) => batch.group === group);
      const survivor = batches.find((batch) => batch.stamp === stamp);
      const since = survivor?.acknowledgedAt ?? (stamp === undefined ? 0 : Number.POSITIVE_INFINITY);
      const lost = batches.filter((batch) => batch.acknowledgedAt !== undefined && batch.sentAt > since);
      assert.deepEqual(lost, [], `${group}: acknowledged after what is there`);
      if (stamp === undefined) continue;
      assert.ok(survivor, `${group}: ${stamp} was never written`);
      survivors.push({ ...survivor, acknowledgedAt: ++this.#clock });
    }
    this.#batches = survivors;
  }
}
