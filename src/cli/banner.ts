import type { NewAccount } from '../accounts/accounts.ts';
import { SAMPLE_ENGINE } from '../sample/sample.ts';

/** A text as one word of a shell. */
const shellWord = (text: string): string =>
  /^[\w./@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

const bearer = (first: NewAccount, kind: string): string =>
  `-H 'Authorization: Bearer ${first.keys.find((key) => key.kind === kind)?.value}'`;

export interface BannerFacts {
  readonly baseUrl: string;
  readonly domain: string;
  readonly hostIdentifier: string;
  /** What the first start made; its keys are shown this once. */
  readonly first: NewAccount | undefined;
  readonly sample: boolean;
  /** The address of the link that sets the dashboard up, after the base address. */
  readonly setupPath: string | undefined;
  readonly hasPages: boolean;
  /** The data folder if commands have to be told about it. */
  readonly data: string | undefined;
}

/** The banner for a program (`--json`). */
export const bannerJson = ({ baseUrl, hostIdentifier, first, setupPath }: BannerFacts) => ({
  base_address: baseUrl,
  host_identifier: hostIdentifier,
  ...(setupPath !== undefined && { dashboard_setup: baseUrl + setupPath }),
  ...(first && { keys: first.keys.map(({ name, kind, value }) => ({ name, type: kind, key: value })) }),
});

/** What a person sees when the service is up. Written to the terminal, never to the log: it holds keys. */
export function banner(facts: BannerFacts): string {
  const { baseUrl, domain, hostIdentifier, first, sample, setupPath, hasPages, data } = facts;
  const lines = [
    '',
    '  Findling is running.',
    '',
    `  Base address      ${baseUrl}`,
    `  Host identifier   ${hostIdentifier}  (${hostIdentifier}.api.${domain})`,
    `  Dashboard         ${hasPages ? `${baseUrl}/` : 'not built: run "npm ci"'}`,
  ];
  if (setupPath !== undefined) {
    lines.push('', '  Set up the dashboard with this link, which works once:', `    ${baseUrl}${setupPath}`);
  }
  if (first !== undefined) {
    const width = Math.max(...first.keys.map((key) => key.name.length));
    const engines = `${baseUrl}/api/as/v1/engines`;
    lines.push('', '  Your keys, shown this once:');
    for (const { name, value } of first.keys) lines.push(`    ${name.padEnd(width)}   ${value}`);
    lines.push(
      '',
      '  Try it:',
      sample
        ? `    curl '${engines}/${SAMPLE_ENGINE}/search?query=cave' ${bearer(first, 'search')}`
        : `    curl '${engines}' ${bearer(first, 'private')}`,
      '',
      '  An admin key, for the credentials endpoint:',
      `    npx findling keys create --name my-admin --type admin${data === undefined ? '' : ` --data ${shellWord(data)}`}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
