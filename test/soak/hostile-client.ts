import type { Attack, CallerKind } from '../overload/attack.ts';
import { REFUSALS } from '../overload/measurement.ts';
import { registeredRoutes } from '../overload/registered-routes.ts';
import { attacksOn } from '../overload/routes.ts';
import { send } from '../overload/sending.ts';
import type { Random } from '../support/seed.ts';
import { KEYS } from './service.ts';

const CALLERS: Partial<Record<CallerKind, Record<string, string>>> = {
  'no key': {},
  'search key': { authorization: `Bearer ${KEYS.search}` },
  'private key': { authorization: `Bearer ${KEYS.private}` },
};

/** Random requests of the overload campaign, one to four at once. */
export class HostileClient {
  readonly #baseUrl: string;
  readonly #attacks: readonly Attack[];
  readonly #random: Random;
  sent = 0;
  /** What was sent last. */
  last = 'nothing';
  /** Failures that the campaign does not allow either, by what was sent. */
  readonly failures = new Map<string, number>();

  private constructor(baseUrl: string, attacks: readonly Attack[], random: Random) {
    this.#baseUrl = baseUrl;
    this.#attacks = attacks;
    this.#random = random;
  }

  static async of(baseUrl: string, random: Random): Promise<HostileClient> {
    const routes = await registeredRoutes();
    const attacks = routes
      .filter(({ url, method }) => url.startsWith('/api/as/v1') && method !== 'HEAD')
      .flatMap((route) => attacksOn(route, { account: '' }));
    return new HostileClient(baseUrl, attacks, random);
  }

  /** Sends each request once, so that memory reaches the level of the most expensive ones. */
  async warmUp(): Promise<void> {
    for (const attack of this.#attacks) await this.#send(attack, () => false);
  }

  /** `mayFail` says whether a thread was ended so recently that a request may fail by it. */
  attack(mayFail: () => boolean): Promise<void> {
    return this.#send(this.#random.pick(this.#attacks), mayFail);
  }

  async #send(attack: Attack, mayFail: () => boolean): Promise<void> {
    const callers = attack.callers.filter((caller) => caller in CALLERS);
    if (callers.length === 0) return;
    const headers = CALLERS[this.#random.pick(callers)] ?? {};
    const count = 1 + this.#random.below(4);
    this.last = `${count} times ${attack.route} ${attack.name}`;
    const { statuses } = await send(attack, count, this.#baseUrl, headers);
    this.sent += count;
    for (const [status, number] of statuses) {
      const isForbidden = Number(status) >= 500 && !REFUSALS.includes(status);
      if (!isForbidden || mayFail()) continue;
      const name = `${attack.route} ${attack.name}: ${status}`;
      this.failures.set(name, (this.failures.get(name) ?? 0) + number);
    }
  }
}
