/** A URL that works in a browser on this machine. */
export function baseUrl({ host, port }: { readonly host: string; readonly port: number }): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
