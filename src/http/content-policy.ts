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

/** Features of browsers that no page uses. Others are not listed, because browsers warn of names that they do not know. */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];

/** Allows these features neither to the pages nor to frames in them. */
export const PERMISSIONS_POLICY = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');
