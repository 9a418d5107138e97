/**
 * Responses in the forms that were recorded of App Search: engines by version, documents, schemas, keys, curations and
 * errors. Names and numbers are adapted, so that they fit together and lists end. They are texts, because a form such as
 * `617377.0` is part of what a client must read.
 */

const page = (results: number, size = 25): string =>
  `"meta":{"page":{"current":1,"total_pages":${Math.ceil(results / size)},"total_results":${results},"size":${size}}}`;

const list = (size: number, ...results: string[]): string =>
  `{${page(results.length, size)},"results":[${results.join(',')}]}`;

const PARK =
  '{"title":"Wind Cave","states":["South Dakota"],"visitors":617377.0,"location":"43.57,-103.48","date_established":"1903-01-09T06:00:00+00:00","id":"park_wind-cave"}';

/** By path, without the query string. Every other path is answered with 404. */
export const RECORDED: Readonly<Record<string, string>> = {
  // One engine as version 7.12 shows it, one as 8 does, and a meta engine, newest first.
  '/engines': list(
    25,
    '{"name":"all-books","type":"meta","source_engines":["books","national-parks-demo"],"document_count":3}',
    '{"name":"national-parks-demo","type":"default","language":null,"index_create_settings_override":{},"document_count":1}',
    '{"name":"books","type":"default","language":null,"document_count":2}',
  ),
  '/engines/books': '{"name":"books","type":"default","language":null,"document_count":2}',
  '/engines/national-parks-demo':
    '{"name":"national-parks-demo","type":"default","language":null,"index_create_settings_override":{},"document_count":1}',
  '/engines/books/schema': '{"title":"text","year":"number"}',
  '/engines/national-parks-demo/schema':
    '{"title":"text","states":"text","visitors":"number","location":"geolocation","date_established":"date"}',
  '/engines/books/documents/list': list(
    100,
    '{"id":"a1","title":"Dune","year":1965.0}',
    '{"id":"b2","title":"Emma"}',
  ),
  '/engines/national-parks-demo/documents/list': list(100, PARK),
  // Version 7.10 has no precision.
  '/engines/books/search_settings':
    '{"search_fields":{"title":{"weight":1},"id":{"weight":1}},"result_fields":{"id":{"raw":{}},"title":{"raw":{}},"year":{"raw":{}}},"boosts":{}}',
  '/engines/national-parks-demo/search_settings':
    '{"search_fields":{"title":{"weight":2.4}},"result_fields":{"id":{"raw":{}},"title":{"raw":{}}},"boosts":{"states":[{"type":"value","factor":9.5,"value":["South Dakota"]}]},"precision":2,"precision_enabled":true}',
  '/engines/all-books/search_settings':
    '{"search_fields":{"title":{"weight":1},"states":{"weight":1},"id":{"weight":1}},"result_fields":{"id":{"raw":{}},"title":{"raw":{}}},"boosts":{},"precision":2,"precision_enabled":true}',
  '/engines/books/synonyms': list(25, '{"id":"syn-5b11ac66c9f9292013220ad3","synonyms":["park","trail"]}'),
  '/engines/national-parks-demo/synonyms': list(25),
  '/engines/all-books/synonyms': list(25),
  '/engines/books/curations': list(
    25,
    '{"id":"cur-5b11ac66c9f9292013220ad3","queries":["mountains"],"promoted":["a1"],"hidden":["b2"]}',
  ),
  '/engines/national-parks-demo/curations': list(25),
  '/engines/all-books/curations': list(25),
  '/credentials': list(
    25,
    '{"id":"loco_moco_account_id:60ed920e613281f096273599|name:my-api-key","key":"private-0123456789abcdefghijklmn","name":"my-api-key","type":"private","read":true,"write":true,"access_all_engines":true}',
    '{"id":"loco_moco_account_id:60ed920e613281f096273599|name:root","key":"admin-0123456789abcdefghijklmn","name":"root","type":"admin"}',
    '{"id":"loco_moco_account_id:60ed920e613281f096273599|name:test","key":"private-1123456789abcdefghijklmn","name":"test","type":"private","read":true,"write":false,"engines":["books"]}',
    '{"id":"loco_moco_account_id:60ed920e613281f096273599|name:old","key":"api-0123456789abcdefghijklmn","name":"old","type":"private","read":true,"write":true,"access_all_engines":true}',
  ),
};

export const NO_CREDENTIALS = '{"error":"You need to sign in before continuing."}';
export const NO_SUCH_PATH = '{"errors":"Routing Error. The path you have requested is invalid."}';
