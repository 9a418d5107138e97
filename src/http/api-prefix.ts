/** Where the API is mounted, and where some of its routes are mounted too. */
export const API_PREFIX = '/api/as/v1';
export const V0_PREFIX = '/api/as/v0';

/** The address of the API of a service, from its own address, with or without the prefix. */
export const apiUrl = (url: string): string => (url.endsWith(API_PREFIX) ? url : url + API_PREFIX);
