import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from './addresses.ts';
import { welcomes } from './compression.ts';
import { dashboardPolicy, previewPolicy } from './content-policy.ts';
import { type BuiltFile, DashboardFiles, type Packing } from './dashboard-files.ts';
import { missingBuildPage } from './missing-build-page.ts';

/** Stands in the built pages wherever the nonce belongs. */
const NONCE = '__CSP_NONCE__';
/** Below these nothing is a page, whatever a browser asks for. */
const NO_PAGES = /^\/(?:api|dashboard|assets|health|openapi\.json)(?:\/|$)/;
const PREVIEW = /^\/preview(?:\/|$)/;

const isTrue = (value: string | null): boolean => value === 'on';

/** The web pages of the service: every address that is nothing else, for those who ask for HTML. */
export class Pages {
  readonly #files: DashboardFiles;
  readonly #version: string;

  constructor(folder: string, version: string) {
    this.#files = new DashboardFiles(folder);
    this.#version = version;
  }

  get isBuilt(): boolean {
    return this.#files.isBuilt;
  }

  /** Answers with a file or a page, or gives undefined if the address is neither. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    if (request.method !== 'GET') return undefined;
    const path = request.url.split(/[?#]/, 1)[0] as string;
    const file = /\.(?:html|json)$/.test(path) ? undefined : this.#files.get(path);
    if (file !== undefined) return sendFile(file, request, reply);
    const wantsPage = (request.headers.accept ?? '').toLowerCase().includes('text/html');
    return wantsPage && !NO_PAGES.test(path) ? this.#sendPage(path, request, reply) : undefined;
  }

  #sendPage(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const preview = PREVIEW.test(path) ? this.#files.get('/preview.html') : undefined;
    const page = preview ?? this.#files.get('/index.html');
    const nonce = randomBytes(16).toString('base64url');
    const images = isTrue(new URLSearchParams(addressOf(request.raw).queryString).get('images'));
    return reply
      .code(200)
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy':
          preview === undefined ? dashboardPolicy(nonce) : previewPolicy(nonce, images),
        'x-frame-options': preview === undefined ? 'DENY' : 'SAMEORIGIN',
        'referrer-policy': 'same-origin',
        // A page with a nonce is good for one answer.
        'cache-control': 'no-store',
      })
      .send((page?.bytes.toString() ?? missingBuildPage(this.#version, NONCE)).replaceAll(NONCE, nonce));
  }
}

function sendFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const packing = [...file.packed.keys()].find((coding: Packing) => welcomes(coding, accepted));
  if (packing !== undefined) reply.header('content-encoding', packing);
  return reply
    .code(200)
    .type(file.type)
    .header('cache-control', file.isForever ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('cross-origin-resource-policy', 'same-origin')
    .send((packing && file.packed.get(packing)) ?? file.bytes);
}
