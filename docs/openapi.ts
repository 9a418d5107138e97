import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Description } from '../packages/client/generate.ts';
import { readConfig } from '../src/config.ts';
import { startService } from '../src/main.ts';

/** The OpenAPI description, from a service that is started for it. */
export async function apiDescription(): Promise<Description> {
  const folder = mkdtempSync(join(tmpdir(), 'findling-docs-'));
  try {
    const settings = {
      FINDLING_HOST: '127.0.0.1',
      FINDLING_PORT: '0',
      FINDLING_DATA: folder,
      FINDLING_SAMPLE: 'off',
    };
    const service = await startService(readConfig(settings, {}), pino({ level: 'silent' }));
    try {
      const response = await fetch(`http://127.0.0.1:${service.addresses[0]?.port}/openapi.json`);
      return (await response.json()) as Description;
    } finally {
      await service.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The content of docs/openapi.json. */
export const descriptionText = (description: Description): string =>
  `${JSON.stringify(description, null, 2)}\n`;
