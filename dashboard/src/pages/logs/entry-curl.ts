import { curlOf } from '../../parts/curl.ts';
import { isCut, type LogEntry } from './log-entry.ts';

/** The same request as a curl command, with a variable for the key. */
export function entryCurl(entry: LogEntry, endpoint: string): string {
  const { http_method: method, request_body: body } = entry;
  const command = curlOf({
    method,
    address: endpoint + withoutKey(entry.full_request_path),
    body: body === '' ? undefined : body,
    as: 'key',
  });
  return isCut(body) ? `# Incomplete: the log has only the first 16 KB of the body.\n${command}` : command;
}

/** The key is sent as a header instead. */
function withoutKey(path: string): string {
  const [before = '', ...query] = path.split('?');
  const pairs = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !/^auth_token=/i.test(pair));
  return pairs.length === 0 ? before : `${before}?${pairs.join('&')}`;
}
