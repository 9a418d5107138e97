import assert from 'node:assert/strict';
import type { TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { signedKey } from '../support/signed-key.ts';

export interface Part {
  readonly kind: string;
  readonly score: number;
  readonly field?: string;
}
export interface Stage {
  readonly stage: string;
  readonly passed: boolean;
  readonly [detail: string]: unknown;
}
export interface Explained {
  readonly found: boolean;
  readonly position: number | null;
  readonly dropped_by: string | null;
  readonly stages: readonly Stage[];
  readonly score: number | null;
  readonly parts: readonly Part[];
}

export const BOOKS = [
  { id: 'dune', title: 'Dune', blurb: 'Sand and spice', year: 1965, owner: 'ann' },
  { id: 'messiah', title: 'Dune Messiah', blurb: 'More sand', year: 1969, owner: 'ann' },
  { id: 'emma', title: 'Emma', blurb: 'A dune of letters', year: 1815, owner: 'bob' },
];

export interface Shelf {
  readonly service: TestService;
  readonly engine: string;
  /** The text of the response to a request that is not refused. */
  explainText(options: object): Promise<string>;
  explain(options: object): Promise<Explained>;
  /** A signed search key, signed with the private key under its name or another one. */
  signed(claims: Record<string, unknown>, name?: string): string;
}

/** An engine of three books. */
export async function shelf(): Promise<Shelf> {
  const service = await sharedService();
  const engine = await service.engine({ schema: { year: 'number' }, documents: BOOKS });
  const explainText = async (options: object): Promise<string> => {
    const { status, text } = await service.call('POST', `/engines/${engine}/search_explain`, {
      body: options,
    });
    assert.equal(status, 200, text);
    return text;
  };
  return {
    service,
    engine,
    explainText,
    explain: async (options) => JSON.parse(await explainText(options)).explanation,
    signed: (claims, name = 'private-key') => signedKey({ name, key: service.privateKey }, claims),
  };
}
