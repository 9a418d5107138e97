/** What a page of the dashboard may load: files of this very service, and scripts and styles with its nonce. */
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

/** The policy of the dashboard itself: nothing of any other host, and in nobody's frame. */
export const dashboardPolicy = (nonce: string): string => directives(nonce, "'self'", "'none'");

/** The policy of the search preview: on request it shows images wherever they are from. */
export const previewPolicy = (nonce: string, foreignImages: boolean): string =>
  directives(nonce, foreignImages ? "'self' https: http:" : "'self'", "'self'");
