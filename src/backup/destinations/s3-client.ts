import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { DataError } from '../../store/migrations/migrations.ts';
import type { S3Settings } from '../backup-target.ts';

/** Attempts of a request that the storage cannot serve now, besides the first. */
const RETRIES = 4;
/** How long a request may take, in milliseconds. */
const TIMEOUT = 300_000;
/** The most characters of an answer that is read as a text: lists have some hundred for each of 1,000 names. */
const MOST_TEXT = 4 * 2 ** 20;

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The key of an object; the bucket itself if it is empty. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
}

/** Signed requests to one bucket (signature version 4, addresses with the bucket in their path). */
export class S3Client {
  readonly #aws: AwsClient;
  readonly #base: string;

  constructor({ endpoint, region, accessKey, secretKey }: S3Settings, bucket: string) {
    this.#aws = new AwsClient({
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      retries: RETRIES,
    });
    this.#base = `${endpoint}/${bucket}`;
  }

  /** The response to a request; rejects with a sentence unless it succeeded. */
  async send({ method, key, query = {}, body, signal }: S3Request): Promise<Response> {
    const search = new URLSearchParams(query).toString();
    const url = `${this.#base}${key === '' ? '' : `/${key}`}${search === '' ? '' : `?${search}`}`;
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const timeout = AbortSignal.timeout(TIMEOUT);
    let response: Response;
    try {
      response = await this.#aws.fetch(url, {
        method,
        headers: { 'x-amz-content-sha256': hash },
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(body !== undefined && { body }),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#unreachable(error);
    }
    if (response.ok) return response;
    throw await this.#refused(response);
  }

  /** The text of an answer. */
  async text(request: S3Request): Promise<string> {
    const response = await this.send(request);
    return this.#textOf(response);
  }

  async #textOf({ body }: Response): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true });
        if (text.length > MOST_TEXT) throw new Error('the answer is too long');
      }
    } catch (error) {
      throw this.#unreachable(error);
    }
    return text + decoder.decode();
  }

  #unreachable(error: unknown): DataError {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : message;
    return new DataError(`The storage at ${this.#base} cannot be used (${reason}).`);
  }

  async #refused(response: Response): Promise<DataError> {
    const text = await this.#textOf(response).catch(() => '');
    const why = [elementOf(text, 'Code'), elementOf(text, 'Message')].filter(Boolean).join(': ');
    const status = `${response.status}${why === '' ? '' : ` ${why.slice(0, 300)}`}`;
    return new DataError(`The storage at ${this.#base} refused a request (${status}).`);
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The texts of all elements of a name. The answers of S3 have neither attributes in them nor CDATA. */
export const elementsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(\w+);/g, (entity, known: string) => ENTITIES[known] ?? entity),
  );

export const elementOf = (xml: string, name: string): string | undefined => elementsOf(xml, name)[0];
