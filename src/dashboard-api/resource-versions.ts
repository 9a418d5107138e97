import type { Credentials } from '../credentials/credentials.ts';
import { credentialJson } from '../credentials/routes.ts';
import type { DocumentReading, IdReading } from '../documents/document-reading.ts';
import type { Documents } from '../documents/documents.ts';
import { type ApiError, errors } from '../errors.ts';
import type { LogSettings } from '../events/log-settings.ts';
import { JsonText } from '../json/json-text.ts';
import { logSettingsJson } from '../logs/log-settings-request.ts';
import { schemaOf } from '../meta-engines/engine-schema.ts';
import { settingsJson } from '../settings/settings-json.ts';
import type { EngineRecord, KeyRecord, StoreReader } from '../store/port.ts';
import { synonymSetJson } from '../synonyms/routes.ts';
import { readConfiguration } from '../tuning/configuration.ts';
import { schemaToJson } from '../values/types.ts';
import { curationVersioned } from './curation-versions.ts';
import { JUDGEMENTS_PATH, judgementsVersioned } from './judgement-versions.ts';
import {
  ABSENT,
  versionHash as hash,
  type SessionApiRequest,
  type SessionApiRoute,
  type Versioned,
} from './versioned.ts';

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
  readonly logSettings: LogSettings;
  readonly readDocuments: DocumentReading;
  readonly readIds: IdReading;
}

/** The versioned resource that a request concerns; undefined if there is none. */
export async function versionedOf(
  features: VersionedFeatures,
  route: SessionApiRoute,
  request: SessionApiRequest,
): Promise<Versioned | undefined> {
  const { store, documents, credentials, logSettings } = features;
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
  if (route.path === '/log_settings') {
    return {
      version: async (reader) => hash(await logSettings.read(account.id, reader)),
      current: async () => logSettingsJson(await logSettings.read(account.id), logSettings.retention),
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
    case '/engines/:engine/configuration':
    case '/engines/:engine/configuration/versions/:version/restore':
      return {
        async version(reader) {
          const known = await now(reader);
          return known === undefined ? ABSENT : hash(known.id, known.tuningVersion, [...known.schema]);
        },
        async current() {
          const known = await now(store);
          return known === undefined ? null : readConfiguration(store, known);
        },
      };
    case '/engines/:engine/synonyms/:id': {
      const set = ({ tuning }: StoreReader) => tuning.synonymSet(engine.id, path.id ?? '');
      return {
        async version(reader) {
          const known = await set(reader);
          return known === undefined ? ABSENT : hash(engine.id, known.terms);
        },
        async current() {
          const known = await set(store);
          return known === undefined ? null : synonymSetJson(known);
        },
      };
    }
    case '/engines/:engine/search_settings':
    case '/engines/:engine/search_settings/reset': {
      const stored = ({ tuning }: StoreReader) => tuning.settings(engine.id);
      return {
        version: async (reader) => hash(engine.id, await stored(reader)),
        current: async () => settingsJson(await stored(store), await schemaOf(store.engines, engine)),
      };
    }
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
    case JUDGEMENTS_PATH:
      return judgementsVersioned(store, engine, route, request);
    default:
      return curationVersioned(store, engine.id, route, request);
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
