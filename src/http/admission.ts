import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { abortSignalOf } from '../api/json-stream.ts';
import type { Place } from '../api/place.ts';
import { type ApiError, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { type Flow, onBehalfOf } from '../threads/flow.ts';
import { type Release, Slots } from '../threads/slots.ts';
import { takeTurn } from '../threads/turns.ts';
import { inSpan } from '../tracing/span.ts';
import type { AdmissionFigures, TransportFigures } from './transport-figures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** On whose behalf the request runs; set by the gates, null for requests that need no admission. */
    flow: Flow | null;
  }
}

/** How many requests may run and wait: in total, of one account, of one key, of one address. */
export interface AdmissionLimits {
  readonly running: readonly number[];
  readonly waiting: readonly number[];
  /** Responses that are sent as streams. */
  readonly streaming: readonly number[];
  /** The longest wait, in milliseconds. */
  readonly waitingTime: number;
}

/** Held until the handler has answered and the response is sent. */
class RequestPlace implements Place {
  readonly #streams: Slots;
  readonly #reply: FastifyReply;
  /** Fastify takes a stream for sent only when it has ended. */
  #isStream = false;
  #release: Release;

  constructor(reply: FastifyReply, release: Release, streams: Slots) {
    this.#reply = reply;
    this.#release = release;
    this.#streams = streams;
    // After a disconnect the handler may still be working; then `onSend` gives the place back.
    reply.raw.once('close', () => {
      if (reply.sent || this.#isStream) this.leave();
    });
  }

  async becomeStream(): Promise<void> {
    const release = await this.#streams.acquire(abortSignalOf(this.#reply));
    this.#release();
    this.#release = release;
    this.#isStream = true;
  }

  leave(): void {
    this.#release();
  }
}

/**
 * Admission control. A limited number of requests run at once, and a limited number wait, both shared fairly by account,
 * key and address; further ones are refused. Admitted requests begin one per turn of the event loop.
 */
class Admission {
  readonly #limits: AdmissionLimits;
  readonly #figures: TransportFigures;
  readonly #requests: Slots;
  readonly #streams: Slots;

  constructor(admissionLimits: AdmissionLimits, figures: TransportFigures) {
    this.#limits = admissionLimits;
    this.#figures = figures;
    this.#requests = new Slots(admissionLimits.running);
    this.#streams = new Slots(admissionLimits.streaming);
  }

  get figures(): AdmissionFigures {
    return { requests: this.#requests.totals, streams: this.#streams.totals };
  }

  /** Waits until the request may begin. Called on behalf of its flow. */
  async admit(reply: FastifyReply): Promise<void> {
    const release = this.#requests.tryAcquire() ?? (await this.#wait(reply));
    reply.place = new RequestPlace(reply, release, this.#streams);
    await takeTurn();
  }

  async #wait(reply: FastifyReply): Promise<Release> {
    const [all, ...own] = this.#requests.waiting;
    const [mostOfAll, ...mostOfOwn] = this.#limits.waiting;
    if (own.some((count, level) => count >= (mostOfOwn[level] as number))) {
      this.#figures.tooMany++;
      throw errors.tooManyRequests();
    }
    if ((all as number) >= (mostOfAll as number)) throw this.#overloaded();
    const tooLate = new AbortController();
    const timer = setTimeout(() => tooLate.abort(this.#overloaded()), this.#limits.waitingTime);
    try {
      return await this.#requests.acquire(AbortSignal.any([abortSignalOf(reply), tooLate.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  #overloaded(): ApiError {
    this.#figures.overloaded++;
    return errors.overloaded();
  }
}

/** Admits every request that a gate has given a flow. */
export function admitRequests(
  app: FastifyInstance,
  admissionLimits: AdmissionLimits = limits.admission,
): void {
  const admission = new Admission(admissionLimits, app.figures);
  app.figures.admission = () => admission.figures;
  app.decorateRequest('flow', null);
  app.decorateReply('place', null);
  app.addHook('preHandler', ({ flow }: FastifyRequest, reply, done) => {
    if (flow === null) return done();
    onBehalfOf(flow, () => {
      inSpan('admission', () => admission.admit(reply)).then(() => done(), done);
    });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.raw.destroyed) reply.place?.leave();
    done();
  });
}
