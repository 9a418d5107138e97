import { createHash } from 'node:crypto';
import type { Credentials } from '../credentials/credentials.ts';
import { credentialJson } from '../credentials/routes.ts';
import { parseDocumentId } from '../documents/document-id.ts';
import type { Documents } from '../documents/documents.ts';
import { parseDocuments, parseIds } from '../documents/documents-request.ts';
import { type ApiError, errors } from '../errors.ts';
import type { AccountRecord, EngineRecord, KeyRecord, StoreReader } from '../store/port.ts';
import { schemaToJson } from '../values/types.ts';

/** A request to a route of the public API, made at the dashboard. */
export interface MirroredRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly address: Readonly<Record<string, unknown>>;
  readonly bodyText: string | undefined;
  params(): Readonly<Record<string, unknown>>;
  readonly account: AccountRecord;
  readonly engine: EngineRecord | undefined;
  /** The version that the sender saw, if it was said. */
  readonly version: string | undefined;
}
export interface MirroredRoute {
  readonly method: string;
  readonly path: string;
}

/** Something that two people may change at once. */
export interface Versioned {
  /** What changes whenever the thing does; undefined if the request is not about one such thing. */
  version(store: StoreReader): Promise<string | undefined>;
  /** The thing as a read shows it, null if it is gone. */
  current(): Promise<unknown>;
}

/** The version of what is not there. */
export const ABSENT = '0';

const hash = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

export const schemaVersion = ({ id, schema }: EngineRecord): string => hash(id, [...schema]);

/** An engine that was deleted and made again is another one, with other numbers. */
export const documentVersion = (engineId: number, sequence: number): string => `${engineId}-${sequence}`;

const keyVersion = ({ kind, read, write, accessAllEngines, engines, lookup }: KeyRecord): string =>
  hash(kind, read, write, accessAllEngines, engines, lookup);

export interface VersionedFeatures {
  readonly store: StoreReader;
  readonly documents: Documents;
  readonly credentials: Credentials;
}

/** What a request is about, as far as it has versions; undefined if it has none. */
export function versionedOf(
  { store, documents, credentials }: VersionedFeatures,
  route: MirroredRoute,
  request: MirroredRequest,
): Versioned | undefined {
  const { engine, account, path } = request;
  const name = path.name ?? '';
  if (route.path === '/credentials/:name') {
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
      // Nobody asks for the version of what is written without one, or of many.
      if (route.method !== 'GET' && request.version === undefined) return undefined;
      const id = oneDocument(route.method, request);
      if (id === undefined) return undefined;
      return {
        async version(reader) {
          const row = (await reader.documents.byIds(engine.id, [id])).get(id);
          return row === undefined ? ABSENT : documentVersion(engine.id, row.sequence);
        },
        current: async () => (await documents.get(engine, [id]))[0] ?? null,
      };
    }
    default:
      return undefined;
  }
}

/** The one document that a request is about. A read may be about many, a write with a version may not. */
function oneDocument(method: string, { bodyText, params }: MirroredRequest): string | undefined {
  if (method === 'GET' || method === 'DELETE') {
    const ids = parseIds(bodyText, params);
    if (ids.length === 1) return ids[0];
    if (method === 'GET') return undefined;
    throw errors.oneDocumentOnly();
  }
  const sent = parseDocuments(bodyText);
  const parsed = parseDocumentId((sent[0] as { id?: unknown } | null)?.id);
  if (sent.length !== 1 || parsed.kind !== 'given') throw errors.oneDocumentOnly();
  return parsed.id;
}

/** Thrown inside a transaction when the version has moved on. */
export class MovedOn extends Error {}

/** The refusal of a write whose sender saw an older version. */
export async function conflict(thing: Versioned, store: StoreReader): Promise<ApiError> {
  const version = (await thing.version(store)) ?? ABSENT;
  return errors.changedMeanwhile(await thing.current(), version);
}
