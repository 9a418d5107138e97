// Writes the kept backup of the current data version: `node test/backup/write-fixture.ts`. Never for a released version:
// its file must stay as that release wrote it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_VERSION } from '../../src/store/migrations/migrations.ts';
import { findling } from '../support/command.ts';
import { startTestService } from '../support/service.ts';
import { KEPT, KEPT_KEYS, KEPT_PASSPHRASE, writeKept } from './kept-service.ts';

const service = await startTestService({ after: () => {} }, KEPT_KEYS);
await writeKept(service);
await service.close();
mkdirSync(KEPT, { recursive: true });
const file = join(KEPT, `data-${DATA_VERSION}.backup`);
const settings = { FINDLING_DATA: service.config.data, ...KEPT_PASSPHRASE };
const { stdout, stderr } = await findling(['backup', file, '--force'], settings);
process.stdout.write(stdout + stderr);
