/** The server's type definitions of its JSON. Types only: no server code gets into the build. */
export type * from '../../../src/dashboard-api/health-types.ts';
export type * from '../../../src/dashboard-api/operations-types.ts';
export type * from '../../../src/dashboard-api/types.ts';
