/** The server's own description of what goes over the wire. Types only: nothing of the server gets into the build. */
export type * from '../../../src/dashboard-api/types.ts';
