/**
 * Writes the parts of the client that repeat the OpenAPI description: its types and the addresses of its operations. `npm
 * run docs` calls it.
 *
 * Our own, because the description uses a small part of JSON Schema, and because openapi-typescript builds its output with
 * the compiler API of TypeScript 5, which TypeScript 7 does not have.
 */

/** The part of JSON Schema that the description uses for types. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: ReadonlyArray<{
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly schema: Schema;
  }>;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** An OpenAPI description, as far as the client is made from it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const routesOf = ({ paths }: Description): Route[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const NOTE = '// Made from the OpenAPI description by `npm run docs`; do not edit.\n';

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value);

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const nameOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;

/** The TypeScript type of a schema; `indent` is that of the line on which it begins. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if ('const' in schema) return literal(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map(literal));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return union(alternatives.map((one) => typeOf(one, indent)));
  if (schema.type === undefined) return 'unknown';
  return union([schema.type].flat().map((type) => typeOfKind(type as string, schema, indent)));
}

function typeOfKind(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent);
      return `readonly ${/^[\w.]+$/.test(item) ? item : `(${item})`}[]`;
    }
    case 'object':
      return typeOfObject(schema, indent);
    default:
      return type;
  }
}

function typeOfObject(schema: Schema, indent: string): string {
  const { properties = {}, required = [], additionalProperties: others = false } = schema;
  const members = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(property, `${indent}  `);
    const isOptional = !required.includes(name);
    return { name, isOptional, type: isOptional ? union([type, 'undefined']) : type, property };
  });
  if (members.length === 0 && typeof others !== 'object') return 'JsonObject';
  const lines = members.map(
    ({ name, isOptional, type, property }) =>
      `${comment(property.description, `${indent}  `)}${indent}  readonly ${nameOf(name)}${isOptional ? '?' : ''}: ${type};\n`,
  );
  if (others !== false) {
    // An index signature covers the members that are named, too.
    const type =
      others === true
        ? 'unknown'
        : union([typeOf(others, `${indent}  `), ...members.map((member) => member.type)]);
    lines.push(`${indent}  readonly [member: string]: ${type};\n`);
  }
  return `{\n${lines.join('')}${indent}}`;
}

const firstOf = (content: Content = {}): Schema | undefined => Object.values(content)[0]?.schema;

function typeOfOperation({ parameters, requestBody, responses }: Operation): string {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const query: Schema = {
    type: 'object',
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  };
  const body = firstOf(requestBody?.content);
  const answer = firstOf(responses['200']?.content);
  const typed = (schema: Schema | undefined): string =>
    schema === undefined ? 'undefined' : typeOf(schema, '    ');
  return [
    '{',
    `    path: ${union(inPath.map(({ name }) => literal(name))) || 'never'};`,
    `    query: ${inQuery.length === 0 ? 'undefined' : typed(query)};`,
    `    body: ${typed(body)};`,
    `    answer: ${typed(answer)};`,
    '  }',
  ].join('\n');
}

/** The module of types: every schema by its name, and of every operation its parameters, body and answer. */
export const apiTypes = (description: Description): string =>
  [
    NOTE,
    '/** An object whose members are not described. */\nexport type JsonObject = { readonly [member: string]: unknown };\n',
    ...Object.entries(description.components.schemas).map(
      ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')};\n`,
    ),
    '/** The operations of the API by their ids: names in the path, query string, body and answer. */',
    'export interface Operations {',
    ...routesOf(description).map(
      ({ operation }) =>
        `${comment(`${operation.summary}.`, '  ')}  ${operation.operationId}: ${typeOfOperation(operation)};`,
    ),
    '}\n',
  ].join('\n');

/** The module of addresses: the method and the path of every operation. */
export const apiRoutes = (description: Description): string =>
  [
    NOTE,
    "import type { Operations } from './api-types.ts';\n",
    '/** The method and the path of every operation. */',
    'export const ROUTES: Readonly<Record<keyof Operations, string>> = {',
    ...routesOf(description).map(
      ({ method, path, operation }) =>
        `  ${operation.operationId}: ${literal(`${method.toUpperCase()} ${path}`)},`,
    ),
    '};\n',
  ].join('\n');
