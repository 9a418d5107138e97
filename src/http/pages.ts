import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from './addresses.ts';
import { accepts } from './compression.ts';
import { dashboardPolicy, PERMISSIONS_POLICY, previewPolicy } from './content-policy.ts';
import { type BuiltFile, type Compression, DashboardFiles } from './dashboard-files.ts';
import { missingBuildPage } from './missing-build-page.ts';

/** The placeholder for the nonce in the built pages. */
const NONCE = '__CSP_NONCE__';
/** No pages below these paths. */
const NO_PAGES = /^\/(?:api|dashboard|assets|health|metrics|openapi\.json)(?:\/|$)/;
const PREVIEW = /^\/preview(?:\/|$)/;

const isTrue = (value: string | null): boolean => value === 'on';

/** Serves the dashboard: its files, and its HTML at every path without a route for clients that accept HTML. */
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

  /** Sends a file or a page; undefined if there is neither at this path. */
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
        // A page that opens the dashboard, or is opened by it, gets no reference to its window.
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': PERMISSIONS_POLICY,
        // A nonce must not be used twice.
        'cache-control': 'no-store',
      })
      .send((page?.bytes.toString() ?? missingBuildPage(this.#version, NONCE)).replaceAll(NONCE, nonce));
  }
}

function sendFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const compression = [...file.compressed.keys()].find((coding: Compression) => accepts(coding, accepted));
  if (compression !== undefined) reply.header('content-encoding', compression);
  return reply
    .code(200)
    .type(file.type)
    .header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('cross-origin-resource-policy', 'same-origin')
    .send((compression && file.compressed.get(compression)) ?? file.bytes);
}
