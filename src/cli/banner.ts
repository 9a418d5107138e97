import type { NewAccount } from '../accounts/accounts.ts';
import { SAMPLE_ENGINE } from '../sample/sample.ts';

/** What a person sees when the service is up. Written to the terminal, never to the log: it holds keys. */
export function banner(options: {
  readonly baseUrl: string;
  readonly domain: string;
  readonly hostIdentifier: string;
  readonly first: NewAccount | undefined;
  readonly sample: boolean;
}): string {
  const { baseUrl, domain, hostIdentifier, first, sample } = options;
  const lines = [
    '',
    '  Findling is running.',
    '',
    `  Base address      ${baseUrl}`,
    `  Host identifier   ${hostIdentifier}  (${hostIdentifier}.api.${domain})`,
  ];
  if (first !== undefined) {
    const width = Math.max(...first.keys.map((key) => key.name.length));
    lines.push('', '  Your keys, shown this once:');
    for (const { name, value } of first.keys) lines.push(`    ${name.padEnd(width)}   ${value}`);
    const searchKey = first.keys.find((key) => key.kind === 'search')?.value;
    if (sample && searchKey !== undefined) {
      lines.push(
        '',
        '  Try it:',
        `    curl '${baseUrl}/api/as/v1/engines/${SAMPLE_ENGINE}/search?query=cave' -H 'Authorization: Bearer ${searchKey}'`,
      );
    }
    lines.push(
      '',
      '  An admin key, for the credentials endpoint:',
      '    npx findling keys create --name my-admin --type admin',
    );
  }
  return `${lines.join('\n')}\n\n`;
}
