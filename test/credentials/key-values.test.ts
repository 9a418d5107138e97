import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKeyValue, KEY_KINDS, newKeyValue } from '../../src/credentials/key-value.ts';

for (const kind of KEY_KINDS) {
  test(`a new ${kind} key is its prefix and 24 characters of a-z and 0-9`, () => {
    for (let round = 0; round < 100; round++) {
      assert.match(newKeyValue(kind), new RegExp(`^${kind}-[a-z0-9]{24}$`));
    }
  });

  test(`a new ${kind} key follows the rule for key values`, () => {
    assert.equal(isKeyValue(kind, newKeyValue(kind)), true);
  });

  test(`an imported ${kind} key has its prefix and at least 16 characters of A-Z, a-z, 0-9, _ and -`, () => {
    const allowed = ['abcdefghij012345', 'ABCDEFGHIJ012345', '________--------', 'a'.repeat(200)];
    for (const rest of allowed) assert.equal(isKeyValue(kind, `${kind}-${rest}`), true, rest);
  });

  test(`a ${kind} key that is too short or has other characters is rejected`, () => {
    const refused = [
      '',
      'abcdefghij01234',
      'abcdefghij01234 ',
      'abcdefghij012345\n',
      'abcdefghij01234é',
      'abcd.fghij012345',
    ];
    for (const rest of refused)
      assert.equal(isKeyValue(kind, `${kind}-${rest}`), false, JSON.stringify(rest));
  });

  test(`a key with another prefix is not a ${kind} key`, () => {
    const others = KEY_KINDS.filter((other) => other !== kind).map((other) => newKeyValue(other));
    const spoiled = [
      ` ${newKeyValue(kind)}`,
      newKeyValue(kind).toUpperCase(),
      newKeyValue(kind).replace('-', '_'),
    ];
    for (const value of [...others, ...spoiled]) assert.equal(isKeyValue(kind, value), false, value);
  });
}

test('new keys never repeat and use every character about equally often', () => {
  const values = Array.from({ length: 20_000 }, () => newKeyValue('search'));
  assert.equal(new Set(values).size, values.length);

  const seen = new Map<string, number>();
  for (const value of values) {
    for (const character of value.slice('search-'.length))
      seen.set(character, (seen.get(character) ?? 0) + 1);
  }
  assert.equal(seen.size, 36);
  // 480,000 draws over 36 characters: 13,333 each, standard deviation 114. The remainder of a byte would give the first
  // four characters 1,667 more; a margin of eight deviations rules out chance.
  for (const [character, times] of seen) assert.ok(Math.abs(times - 13_333) < 912, `${character}: ${times}`);
});
