import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Checkpoint } from '../../src/index/embedded/files/checkpoint.ts';
import { EngineFolder } from '../../src/index/embedded/files/engine-folder.ts';
import { isProblem } from '../../src/index/embedded/files/file-problem.ts';
import type { Files } from '../../src/index/embedded/files/file-system.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { FailingFiles } from './failing-files.ts';
import { checkpointOf, contentOfCheckpoint, contentOfLoaded, EXPECTED, piece } from './kept-engine.ts';
import { SimulatedDisk } from './simulated-disk.ts';

const ROUNDS = repetitions('CASES', 200);
/** The most saves between two power cuts, and the number of power cuts per folder. */
const SAVES = 4;
const CUTS = 3;
const FOLDER = '/index/7';

const PIECES = Array.from({ length: 12 }, (_, i) => piece(`piece ${i}`, i * 3, 1 + (i % 3)));

/** A state with a new sequence number, of segments in order. */
let sequence = 0;
function randomCheckpoint(random: Random): Checkpoint {
  const chosen = PIECES.filter(() => random.below(3) === 0);
  return checkpointOf(++sequence, chosen);
}

/** The states that a load may find; undefined for none. */
type Possible = ReadonlyArray<Checkpoint | undefined>;

/**
 * A process that saves several states with some failing calls, and whose last save may be interrupted. Returns what a
 * load may find afterwards: the last state that was certainly saved, and those attempted since.
 */
async function life(files: Files, random: Random, before: Possible): Promise<Possible> {
  const layer: { now: Files } = { now: files };
  const engine = new EngineFolder(exchangeable(layer), FOLDER);
  if (random.below(2) === 0) await engine.load(EXPECTED);
  let possible = before;
  const saves = 1 + random.below(SAVES);
  for (let save = 1; save <= saves; save++) {
    const checkpoint = randomCheckpoint(random);
    const failure = save === saves ? 'end' : 'EIO';
    layer.now = new FailingFiles(files, failure, random.below(3) === 0 ? 0 : 1 + random.below(40));
    possible = await engine.save(checkpoint).then(
      () => [checkpoint],
      () => [...possible, checkpoint],
    );
  }
  return possible;
}

const exchangeable = (layer: { now: Files }): Files =>
  new Proxy({} as Files, {
    get:
      (_, name: keyof Files) =>
      (...args: never[]) =>
        (layer.now[name] as (...args: never[]) => unknown)(...args),
  });

test('after a power cut at any call the folder loads one of the possible states, complete', async (t) => {
  const random = new Random(announcedSeed('power cuts'));
  let found = 0;
  let last = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let disk = new SimulatedDisk();
    let possible: Possible = [undefined];
    for (let cut = 0; cut < CUTS; cut++) {
      possible = await life(disk, random, possible);
      disk = disk.afterPowerCut(random);
      const loaded = await new EngineFolder(disk, FOLDER).load(EXPECTED);
      const sequence = isProblem(loaded) ? undefined : loaded.manifest.sequence;
      const at = possible.findIndex((state) => state?.data.sequence === sequence);
      const state = possible[at];
      const said = isProblem(loaded) ? loaded.sentence : `state ${sequence}`;
      assert.ok(at >= 0, `round ${round}: ${said} cannot be`);
      if (isProblem(loaded)) assert.deepEqual([loaded.file, loaded.kind], ['MANIFEST', 'missing'], said);
      if (state !== undefined) assert.deepEqual(contentOfLoaded(loaded), contentOfCheckpoint(state), said);
      if (state !== undefined) found++;
      if (at === possible.length - 1) last++;
      possible = [state];
    }
  }
  t.diagnostic(`${ROUNDS * CUTS} power cuts, ${found} states found whole, ${last} of them the last`);
  assert.ok(found > ROUNDS && last < found, 'power cuts hit before and after the manifest');
});
