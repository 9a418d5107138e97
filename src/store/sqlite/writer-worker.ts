import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../threads/thread-priority.ts';
import { Connection, type ConnectionOptions, type Outcome } from './connection.ts';

// The program of the writer thread: one connection, one request after another, one answer each, in order.
// It has few imports, so that it starts within about 40 ms.

export type Request =
  | {
      readonly verb: 'run';
      readonly sql: string;
      readonly parameters: readonly unknown[];
      /** `begins`: opens the transaction first. `inside`: fails if its transaction is over. */
      readonly place: 'begins' | 'inside' | 'alone';
    }
  /** One statement for each of many rows of values, inside of a transaction. */
  | {
      readonly verb: 'run all';
      readonly sql: string;
      readonly rows: ReadonlyArray<readonly unknown[]>;
      readonly place: 'begins' | 'inside';
    }
  /** The commit writes `mark` into the file, which shows afterwards whether it succeeded. */
  | { readonly verb: 'commit'; readonly mark: number }
  | { readonly verb: 'rollback' }
  | { readonly verb: 'close' };
type Work = Exclude<Request, { readonly verb: 'close' }>;

/** An error as plain data: a structured clone would lose the members that `node:sqlite` adds. */
export interface Failure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly errcode?: number | undefined;
}

export type Answer = { readonly outcome: Outcome } | { readonly failure: Failure };

/** The nice value of a thread in the background, as for builders of segments. */
const BACKGROUND = 10;

const NOTHING: Outcome = { rows: [] };

const failureOf = (error: unknown): Failure => {
  const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
  return { message, code, errcode };
};

function carryOut(connection: Connection, request: Work): Outcome {
  const { db } = connection;
  switch (request.verb) {
    case 'run':
    case 'run all':
      // IMMEDIATE takes the write lock before anything is read.
      if (request.place === 'begins') db.exec('begin immediate');
      // A full disk can end a transaction; its remaining statements must not be committed on their own.
      if (request.place === 'inside' && !db.isTransaction) throw new Error('the transaction is over');
      if (request.verb === 'run') return connection.run(request.sql, request.parameters);
      connection.runAll(request.sql, request.rows);
      return NOTHING;
    case 'commit':
      db.exec(`pragma user_version = ${request.mark}`);
      db.exec('commit');
      return NOTHING;
    case 'rollback':
      connection.rollback();
      return NOTHING;
  }
}

/** Answers every request, also after an error. */
function serve(port: MessagePort, options: ConnectionOptions): void {
  if (options.isBackground === true) lowerPriority(BACKGROUND);
  let connection: Connection | undefined;
  port.on('message', (request: Request) => {
    let answer: Answer = { outcome: NOTHING };
    try {
      if (request.verb === 'close') connection?.close();
      else {
        connection ??= new Connection(options);
        answer = { outcome: carryOut(connection, request) };
      }
    } catch (error) {
      answer = { failure: failureOf(error) };
    }
    port.postMessage(answer);
    if (request.verb === 'close') port.close();
  });
}

if (parentPort !== null) serve(parentPort, workerData as ConnectionOptions);
