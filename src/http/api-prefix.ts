/** Where the API is mounted, and where some of its routes are mounted too. */
export const API_PREFIX = '/api/as/v1';
export const V0_PREFIX = '/api/as/v0';
