/** The App Search version that we report. Clients display it but do not depend on it. */
export const APP_SEARCH_VERSION = '8.1.0';
