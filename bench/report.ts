import { say } from './server.ts';
import type { Row } from './table.ts';

/** Collects the results of a run, and prints them as they arrive. */
export class Report {
  readonly rows: Row[] = [];
  readonly leftOut: string[] = [];
  readonly versions: Record<string, string> = {};
  readonly details: Record<string, unknown> = {};

  say(line: string): void {
    say(line);
  }

  add(row: Row): Row {
    this.rows.push(row);
    const peers = Object.entries(row.peers).map(([peer, figure]) => `${peer} ${figure.toPrecision(3)}`);
    this.say(
      `${row.level} ${row.set}: ${[row.measure, `ours ${row.ours.toPrecision(3)}`, ...peers].join('  ')}`,
    );
    return row;
  }

  /** A measurement that was left out, as a sentence with the reason; printed once. */
  leaveOut(sentence: string): void {
    if (this.leftOut.includes(sentence)) return;
    this.leftOut.push(sentence);
    this.say(`LEFT OUT  ${sentence}`);
  }

  version(name: string, version: string): void {
    this.versions[name] = version;
  }

  detail(name: string, value: unknown): void {
    this.details[name] = value;
  }
}
