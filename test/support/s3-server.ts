import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export const S3_KEYS = { accessKey: 'AKIATESTTESTTEST', secretKey: 'test/secret+of/the=storage' };
const REGION = 'eu-test-1';
const BUCKET = 'backups';
/** Names on one page of a list. */
const PAGE = 2;
/** The least bytes of a part that is not the last. */
const LEAST_PART = 5 * 2 ** 20;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A refusal with a code of S3. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/**
 * S3-compatible storage of one bucket with the few operations that backups need. Objects are files; it checks signatures of
 * version 4 by itself, as the specification describes them.
 */
export class S3Server {
  readonly #server: Server;
  readonly #objects: string;
  readonly #uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>();
  /** Requests so far, as `PUT key`. */
  readonly requests: string[] = [];
  /** Requests that are answered with 503 before others are served. */
  failures = 0;
  /** Bytes of objects are changed when they are read. */
  isDamaging = false;

  constructor(folder: string) {
    this.#objects = folder;
    mkdirSync(folder, { recursive: true });
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error) => {
        const { status, code } = error instanceof Refusal ? error : { status: 500, code: 'InternalError' };
        response.statusCode = status;
        response.end(
          `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${error.message}</Message></Error>`,
        );
      });
    });
  }

  static async start(t: Pick<TestContext, 'after'>, folder: string): Promise<S3Server> {
    const server = new S3Server(folder);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.#server.closeAllConnections();
      server.#server.close();
    });
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Settings of a service that writes its backups here. */
  settings(prefix: string): Record<string, string> {
    return {
      FINDLING_BACKUP_TO: `s3://${BUCKET}/${prefix}`,
      FINDLING_BACKUP_S3_ENDPOINT: this.endpoint,
      FINDLING_BACKUP_S3_REGION: REGION,
      FINDLING_BACKUP_S3_ACCESS_KEY: S3_KEYS.accessKey,
      FINDLING_BACKUP_S3_SECRET_KEY: S3_KEYS.secretKey,
    };
  }

  /** Keys of all objects, in order. */
  get keys(): string[] {
    return readdirSync(this.#objects).map(decodeURIComponent).sort();
  }

  pathOf(key: string): string {
    return join(this.#objects, encodeURIComponent(key));
  }

  /** Uploads in parts that were neither completed nor aborted. */
  get pendingUploads(): number {
    return this.#uploads.size;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://storage');
    checkSignature(request, url, body);
    const [, bucket, ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    this.requests.push(`${request.method} ${key}`);
    if (this.failures > 0) {
      this.failures--;
      throw new Refusal(503, 'SlowDown');
    }
    if (bucket !== BUCKET) throw new Refusal(404, 'NoSuchBucket');
    await this.#carryOut(request.method ?? '', key, url.searchParams, body, response);
  }

  async #carryOut(
    method: string,
    key: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const upload = query.get('uploadId');
    if (method === 'GET' && key === '') response.end(this.#list(query));
    else if (method === 'GET') this.#read(key, response);
    else if (method === 'PUT' && upload !== null) {
      this.#parts(upload, key).parts.set(Number(query.get('partNumber')), body);
      response.setHeader('etag', `"${sha256(body).slice(0, 32)}"`).end();
    } else if (method === 'PUT') {
      writeFileSync(this.pathOf(key), body);
      response.setHeader('etag', `"${sha256(body).slice(0, 32)}"`).end();
    } else if (method === 'POST' && query.has('uploads')) {
      const id = randomBytes(12).toString('base64url');
      this.#uploads.set(id, { key, parts: new Map() });
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else if (method === 'POST' && upload !== null) {
      this.#complete(upload, key, body.toString());
      response.end(
        '<CompleteMultipartUploadResult><ETag>&quot;x&quot;</ETag></CompleteMultipartUploadResult>',
      );
    } else if (method === 'DELETE' && upload !== null) {
      this.#uploads.delete(upload);
      response.writeHead(204).end();
    } else if (method === 'DELETE') {
      rmSync(this.pathOf(key), { force: true });
      response.writeHead(204).end();
    } else throw new Refusal(501, 'NotImplemented');
  }

  #parts(id: string, key: string) {
    const upload = this.#uploads.get(id);
    if (upload === undefined || upload.key !== key) throw new Refusal(404, 'NoSuchUpload');
    return upload;
  }

  #complete(id: string, key: string, xml: string): void {
    const { parts } = this.#parts(id, key);
    const named = [...xml.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\w+)&quot;<\/ETag>/g)];
    const bytes = named.map(([, number, tag]) => {
      const part = parts.get(Number(number));
      if (part === undefined || !sha256(part).startsWith(tag as string))
        throw new Refusal(400, 'InvalidPart');
      return part;
    });
    if (bytes.slice(0, -1).some((part) => part.length < LEAST_PART)) throw new Refusal(400, 'EntityTooSmall');
    writeFileSync(this.pathOf(key), Buffer.concat(bytes));
    this.#uploads.delete(id);
  }

  #read(key: string, response: ServerResponse): void {
    const path = this.pathOf(key);
    if (!existsSync(path)) throw new Refusal(404, 'NoSuchKey');
    response.setHeader('content-length', statSync(path).size);
    if (!this.isDamaging) {
      createReadStream(path).pipe(response);
      return;
    }
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    response.end(bytes);
  }

  #list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const all = this.keys.filter((key) => key.startsWith(prefix) && key > after);
    const page = all.slice(0, PAGE);
    const isTruncated = all.length > page.length;
    const entries = page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
    const token = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${entries.join('')}</ListBucketResult>`;
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;
/** How far the clock of a client may be off, in milliseconds. */
const SKEW = 900_000;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function checkSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const { headers, method = '' } = request;
  const [, accessKey, day, region, names = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  if (accessKey !== S3_KEYS.accessKey) throw new Refusal(403, 'InvalidAccessKeyId');
  const time = String(headers['x-amz-date']);
  const hash = String(headers['x-amz-content-sha256']);
  const moment = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - moment) < SKEW) || !time.startsWith(day as string)) {
    throw new Refusal(403, 'RequestTimeTooSkewed');
  }
  if (region !== REGION) throw new Refusal(400, 'AuthorizationHeaderMalformed');
  if (hash !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const signed = names.split(';');
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!signed.includes(needed)) throw new Refusal(403, 'AccessDenied');
  }
  const encoded = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const path = url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/');
  const canonical = [
    method,
    path,
    query,
    ...signed.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names,
    hash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day as string, region, 's3', 'aws4_request'].reduce<Buffer>(
    (previous, part) => hmac(previous, part as string),
    Buffer.from(`AWS4${S3_KEYS.secretKey}`),
  );
  if (hmac(key, text).toString('hex') !== signature) throw new Refusal(403, 'SignatureDoesNotMatch');
}
