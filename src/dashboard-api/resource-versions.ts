import { createHash } from 'node:crypto';
import type { Credentials } from '../credentials/credentials.ts';
import { credentialJson } from '../credentials/routes.ts';
import type { DocumentReading, IdReading } from '../documents/document-reading.ts';
import type { Documents } from '../documents/documents.ts';
import { type ApiError, errors } from '../errors.ts';
import { JsonText } from '../json/json-text.ts';
import type { AccountRecord, EngineRecord, KeyRecord, StoreReader } from '../store/port.ts';
import { schemaToJson } from '../values/types.ts';

/** A dashboard request to a route of the public API. */
export interface SessionApiRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly address: Readonly<Record<string, unknown>>;
  readonly bodyText: string | undefined;
  readonly account: AccountRecord;
  readonly engine: EngineRecord | undefined;
  /** The version stated in If-Match. */
  readonly version: string | undefined;
}
export interface SessionApiRoute {
  readonly method: string;
  readonly path: string;
}

/** A resource that two people may change at the same time. */
export interface Versioned {
  /** Changes whenever the resource does; undefined if the request does not concern exactly one resource. */
  version(store: StoreReader): Promise<string | undefined>;
  /** The resource as a read returns it, null if it was deleted. */
  current(): Promise<unknown>;
}

/** The version of a resource that does not exist. */
export const ABSENT = '0';

const hash = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

export const schemaVersion = ({ id, schema }: EngineRecord): string => hash(id, [...schema]);

/** An engine that is deleted and created again has another id, so versions of the old one never match. */
export const documentVersion = (engineId: number, sequence: number): string => `${engineId}-${sequence}`;

function keyVersion(key: KeyRecord): string {
  const { kind, read, write, accessAllEngines, engines, expiresAt, description, rateLimit, lookup } = key;
  return hash(kind, read, write, accessAllEngines, engines, expiresAt, description, rateLimit, lookup);
}

export interface VersionedFeatures {
  readonly store: StoreReader;
  readonly documents: Documents;
  readonly credentials: Credentials;
  readonly readDocuments: DocumentReading;
  readonly readIds: IdReading;
}

/** The versioned resource that a request concerns; undefined if there is none. */
export async function versionedOf(
  features: VersionedFeatures,
  route: SessionApiRoute,
  request: SessionApiRequest,
): Promise<Versioned | undefined> {
  const { store, documents, credentials } = features;
  const { engine, account, path } = request;
  const name = path.name ?? '';
  if (route.path === '/credentials/:name' || route.path === '/credentials/:name/rotate') {
    return {
      async version({ keys }) {
        const key = await keys.byName(account.id, name);
        return key === undefined ? ABSENT : keyVersion(key);
      },
      async current() {
        const key = await store.keys.byName(account.id, name);
        return key === undefined ? null : credentialJson(await credentials.get(account.id, name));
      },
    };
  }
  if (engine === undefined) return undefined;
  const now = async (reader: StoreReader) => reader.engines.byId(engine.id);
  switch (route.path) {
    case '/engines/:engine':
      return { version: async () => `${engine.id}`, current: async () => ({ name: engine.name }) };
    case '/engines/:engine/schema':
      return {
        async version(reader) {
          const known = await now(reader);
          return known === undefined ? ABSENT : schemaVersion(known);
        },
        current: async () => schemaToJson((await now(store))?.schema ?? new Map()),
      };
    case '/engines/:engine/documents': {
      // Without If-Match, a write needs no version; skipping it avoids parsing the body.
      if (route.method !== 'GET' && request.version === undefined) return undefined;
      const id = await oneDocument(features, route.method, request);
      if (id === undefined) return undefined;
      return {
        async version(reader) {
          const row = (await reader.documents.byIds(engine.id, [id])).get(id);
          return row === undefined ? ABSENT : documentVersion(engine.id, row.sequence);
        },
        async current() {
          const { value } = await documents.get(engine, [id]).next();
          return new JsonText(value?.[0] ?? 'null');
        },
      };
    }
    default:
      return undefined;
  }
}

/** The single document that a request concerns. A read may name several; a write with a version may not. */
async function oneDocument(
  { readDocuments, readIds }: VersionedFeatures,
  method: string,
  { bodyText, address }: SessionApiRequest,
): Promise<string | undefined> {
  if (method === 'GET' || method === 'DELETE') {
    const ids = await readIds(bodyText, address);
    if (ids.length === 1) return ids[0];
    if (method === 'GET') return undefined;
    throw errors.oneDocumentOnly();
  }
  const id = await readDocuments(bodyText).onlyId();
  if (id === undefined) throw errors.oneDocumentOnly();
  return id;
}

/** Thrown inside a transaction when the current version differs from the stated one. */
export class VersionConflict extends Error {}

/** The 409 for a write that states an outdated version. */
export async function conflict(resource: Versioned, store: StoreReader): Promise<ApiError> {
  const version = (await resource.version(store)) ?? ABSENT;
  return errors.changedMeanwhile(await resource.current(), version);
}
