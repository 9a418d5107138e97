import { createReadStream, globSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** A server of the files that a folder has now, for a look at the site. Other paths get its 404.html. */
export function staticServer(folder: string): Server {
  const files = new Set(
    globSync('**/*', { cwd: folder })
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => path.replaceAll('\\', '/')),
  );
  return createServer(({ method, url = '/' }, response) => {
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    // Looked up among known names, so that no path leads out of the folder.
    const asked = url.replace(/[?#].*/, '').slice(1) || 'index.html';
    const name = files.has(asked) ? asked : '404.html';
    response.writeHead(name === asked ? 200 : 404, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    if (method === 'HEAD') response.end();
    else createReadStream(join(folder, name)).pipe(response);
  });
}
