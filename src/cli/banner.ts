import type { NewAccount } from '../accounts/accounts.ts';
import { SAMPLE_ENGINE } from '../sample/sample.ts';

/** Quotes a text for a shell if needed. */
const shellWord = (text: string): string =>
  /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The setting that provisions a key. */
const SETTING_OF: Readonly<Record<string, string>> = {
  private: 'FINDLING_PRIVATE_KEY',
  search: 'FINDLING_SEARCH_KEY',
  admin: 'FINDLING_ADMIN_KEY',
};

/** A provisioned key is known to the person who set it, and standard output may be collected. */
const bearer = (first: NewAccount, kind: string): string => {
  const key = first.keys.find((made) => made.kind === kind);
  return key?.isProvisioned
    ? `-H "Authorization: Bearer $${SETTING_OF[kind]}"`
    : `-H 'Authorization: Bearer ${key?.value}'`;
};

export interface BannerFacts {
  readonly baseUrl: string;
  readonly domain: string;
  readonly hostIdentifier: string;
  /** The account that the first start created; its keys are shown only now, and only those that were generated. */
  readonly first: NewAccount | undefined;
  readonly sample: boolean;
  /** The path of the set-up link of the dashboard. */
  readonly setupPath: string | undefined;
  readonly hasPages: boolean;
  /** The data folder, unless it is the default. */
  readonly data: string | undefined;
}

/** The banner as JSON (`--json`). */
export const bannerJson = ({ baseUrl, hostIdentifier, first, setupPath }: BannerFacts) => ({
  base_address: baseUrl,
  host_identifier: hostIdentifier,
  ...(setupPath !== undefined && { dashboard_setup: baseUrl + setupPath }),
  ...(first && {
    keys: first.keys.map(({ name, kind, value, isProvisioned }) => ({
      name,
      type: kind,
      ...(!isProvisioned && { key: value }),
    })),
  }),
});

/** Printed when the service is ready. Written to the terminal and never to the log, as it contains keys. */
export function banner(facts: BannerFacts): string {
  const { baseUrl, domain, hostIdentifier, first, sample, setupPath, hasPages, data } = facts;
  const lines = [
    '',
    '  Findling is running.',
    '',
    `  Base URL          ${baseUrl}`,
    `  Host identifier   ${hostIdentifier}  (${hostIdentifier}.api.${domain})`,
    `  Dashboard         ${hasPages ? `${baseUrl}/` : 'not built: run "npm ci"'}`,
  ];
  if (setupPath !== undefined) {
    lines.push('', '  Set up the dashboard with this link (it works once):', `    ${baseUrl}${setupPath}`);
  }
  if (first !== undefined) {
    const width = first.keys.reduce((widest, { name }) => Math.max(widest, name.length), 0);
    const engines = `${baseUrl}/api/as/v1/engines`;
    const isShown = first.keys.some((key) => !key.isProvisioned);
    lines.push('', `  Your keys${isShown ? ' (shown only this once)' : ''}:`);
    for (const { name, kind, value, isProvisioned } of first.keys) {
      const shown = isProvisioned ? `(as set by ${SETTING_OF[kind]})` : value;
      lines.push(`    ${name.padEnd(width)}   ${shown}`);
    }
    lines.push(
      '',
      '  Try it:',
      sample
        ? `    curl '${engines}/${SAMPLE_ENGINE}/search?query=cave' ${bearer(first, 'search')}`
        : `    curl '${engines}' ${bearer(first, 'private')}`,
      '',
      '  To create an admin key for the credentials endpoint:',
      `    npx findling keys create --name my-admin --type admin${data === undefined ? '' : ` --data ${shellWord(data)}`}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
