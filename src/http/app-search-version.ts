/** What App Search would call itself; clients show it, and none decides by it. */
export const APP_SEARCH_VERSION = '8.1.0';
