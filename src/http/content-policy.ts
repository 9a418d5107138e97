/** The content security policy of dashboard pages: files of this service only, scripts and styles also by nonce. */
const directives = (nonce: string, images: string, framedBy: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ');

/** The dashboard's policy: nothing from other hosts, and never in a frame. */
export const dashboardPolicy = (nonce: string): string => directives(nonce, "'self'", "'none'");

/** The search preview's policy; `externalImages` also allows images of other hosts. */
export const previewPolicy = (nonce: string, externalImages: boolean): string =>
  directives(nonce, externalImages ? "'self' https: http:" : "'self'", "'self'");
