import { test } from 'node:test';
import { backUpUnderLoad } from './under-load.ts';

test('a backup made while clients write restores to a state in between', async (t) => {
  await backUpUnderLoad(t, 'backups under load', {}, async () => ({}));
});
