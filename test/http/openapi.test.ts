import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { withRoutes } from '../support/router.ts';
import { request, startTestService } from '../support/service.ts';
import { ROUTING_ERROR } from './contract-service.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The problems of a JSON Schema in an OpenAPI 3.1 document; empty if it is valid. */
function schemaFaults(schema: unknown, where: string, document: Json): string[] {
  if (typeof schema === 'boolean') return [];
  if (!isObject(schema)) return [`${where} is no schema`];
  const faults: string[] = [];
  if (schema.$ref !== undefined) {
    const parts = String(schema.$ref).replace(/^#\//, '').split('/');
    const target = parts.reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), document);
    if (target === undefined) faults.push(`${where}: ${schema.$ref} leads nowhere`);
  }
  const types = schema.type === undefined ? [] : [schema.type].flat();
  for (const type of types) {
    const known = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
    if (!known.includes(String(type))) faults.push(`${where}: no type ${type}`);
  }
  if (schema.enum !== undefined && !(Array.isArray(schema.enum) && schema.enum.length > 0)) {
    faults.push(`${where}: enum is no list`);
  }
  if (schema.pattern !== undefined) new RegExp(String(schema.pattern));
  for (const number of ['minimum', 'maximum', 'maxLength', 'maxItems', 'minItems']) {
    if (schema[number] !== undefined && typeof schema[number] !== 'number')
      faults.push(`${where}: ${number}`);
  }
  const properties = schema.properties ?? {};
  if (!isObject(properties)) faults.push(`${where}: properties`);
  for (const name of (schema.required ?? []) as string[]) {
    if (!isObject(properties) || !(name in properties))
      faults.push(`${where}: required ${name} is not described`);
  }
  for (const [name, part] of Object.entries(properties))
    faults.push(...schemaFaults(part, `${where}.${name}`, document));
  for (const key of ['items', 'additionalProperties']) {
    if (schema[key] !== undefined) faults.push(...schemaFaults(schema[key], `${where}.${key}`, document));
  }
  for (const key of ['oneOf', 'anyOf', 'allOf']) {
    if (schema[key] === undefined) continue;
    if (!Array.isArray(schema[key]) || schema[key].length === 0) faults.push(`${where}: ${key} is no list`);
    else for (const part of schema[key]) faults.push(...schemaFaults(part, `${where}.${key}`, document));
  }
  return faults;
}

suite('/openapi.json', () => {
  const description = async (t: TestContext) => {
    const service = await startTestService(t);
    const { status, headers, json } = await request(`${service.baseUrl}/openapi.json`, 'GET');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    return { service, document: json };
  };
  const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

  test('needs no key and is a valid OpenAPI 3.1 document', async (t) => {
    const { document } = await description(t);
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(document.info.title, 'Findling');
    assert.equal(document.info.version, VERSION);
    assert.deepEqual(document.servers, [{ url: '/api/as/v1' }]);
    for (const alternative of document.security) {
      for (const name of Object.keys(alternative)) {
        assert.ok(document.components.securitySchemes[name], `no security scheme ${name}`);
      }
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      assert.deepEqual(schemaFaults(schema, name, document), []);
    }
    const ids: string[] = [];
    for (const [path, item] of Object.entries<Json>(document.paths)) {
      assert.match(path, /^(\/([a-z_]+|\{[a-z_]+\}))+$/);
      for (const [method, operation] of Object.entries<Json>(item as Record<string, Json>)) {
        const where = `${method} ${path}`;
        assert.ok(METHODS.includes(method), where);
        ids.push(String(operation.operationId));
        assert.equal(typeof operation.summary, 'string', where);
        assert.match(String(operation.description), /Requires an? .+ key/, where);
        const parameters = operation.parameters as Array<Json>;
        const inPath = parameters.filter((parameter) => parameter.in === 'path');
        assert.deepEqual(
          inPath.map(({ name }) => name),
          [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
          where,
        );
        assert.ok(
          inPath.every(({ required }) => required === true),
          where,
        );
        assert.equal(
          new Set(parameters.map(({ in: place, name }) => `${place} ${name}`)).size,
          parameters.length,
        );
        for (const parameter of parameters) {
          assert.deepEqual(schemaFaults(parameter.schema, `${where} ${parameter.name}`, document), []);
        }
        const responses = operation.responses as Record<string, { description: unknown; content: Json }>;
        for (const status of ['200', '400', '401']) assert.ok(responses[status], `${where} ${status}`);
        const bodies = [
          ...Object.values(responses),
          ...(operation.requestBody ? [operation.requestBody] : []),
        ];
        for (const response of Object.values(responses))
          assert.equal(typeof response.description, 'string', where);
        for (const { content = {} } of bodies as Array<{ content?: Record<string, Json> }>) {
          for (const [type, media] of Object.entries(content)) {
            assert.match(type, /^[a-z]+\/[a-z.+-]+$/);
            assert.deepEqual(schemaFaults(media.schema, `${where} ${type}`, document), []);
          }
        }
      }
    }
    assert.equal(new Set(ids).size, ids.length, 'operation ids are unique');
  });

  test('has exactly the routes of the API', async (t) => {
    const [service, routes] = await withRoutes(() => startTestService(t));
    const { json } = await request(`${service.baseUrl}/openapi.json`, 'GET');
    const described = Object.entries<Json>(json.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Json>).flatMap(([method, { servers = json.servers }]) =>
        servers.map(({ url }: Json) => `${method.toUpperCase()} ${url}${path}`),
      ),
    );
    const registered = routes
      .filter(({ method, url }) => url.startsWith('/api/as/') && method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    assert.ok(registered.length > 0);
    assert.deepEqual(described.sort(), registered.sort());
  });

  test('states the maximum size of the body of each route', async (t) => {
    const [service, routes] = await withRoutes(() => startTestService(t));
    const { json } = await request(`${service.baseUrl}/openapi.json`, 'GET');
    for (const [path, item] of Object.entries<Record<string, Json>>(json.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const url = json.servers[0].url + path.replace(/\{(\w+)\}/g, ':$1');
        const route = routes.find((it) => it.method === method.toUpperCase() && it.url === url);
        const { 413: refusal } = operation.responses as Record<string, { description: string }>;
        assert.equal(
          refusal?.description,
          `The body has more than ${route?.bodyLimit} bytes.`,
          `${method} ${path}`,
        );
      }
    }
  });

  test('agrees with the service: described routes need a key, other paths are no routes', async (t) => {
    const { service, document } = await description(t);
    for (const [path, item] of Object.entries<Json>(document.paths)) {
      const address = path.replace(/\{\w+\}/g, 'something');
      for (const method of METHODS) {
        const answer = await service.call(method.toUpperCase(), address, { key: null });
        const expected = method in item ? 401 : 404;
        assert.equal(answer.status, expected, `${method} ${path}`);
        if (expected === 404) assert.deepEqual(answer.json, ROUTING_ERROR);
      }
    }
  });
});
