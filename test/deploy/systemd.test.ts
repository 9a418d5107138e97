import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { ROOT } from '../support/command.ts';

const UNIT = readFileSync(join(ROOT, 'deploy/systemd/findling.service'), 'utf8');

/** The directives of a section; a list for each, as some are given twice. */
function section(name: string): Map<string, string[]> {
  const [, text = ''] = new RegExp(`^\\[${name}\\]\\n(.*?)(?=^\\[|$(?![\\s\\S]))`, 'ms').exec(UNIT) ?? [];
  const directives = new Map<string, string[]>();
  for (const line of text.split('\n').filter((one) => !/^(#|$)/.test(one))) {
    const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    assert.notEqual(key, '', line);
    directives.set(key, [...(directives.get(key) ?? []), value]);
  }
  return directives;
}

const SERVICE = section('Service');
const only = (key: string): string => {
  const values = SERVICE.get(key) ?? [];
  assert.equal(values.length, 1, key);
  return values[0] as string;
};

suite('the systemd unit', () => {
  test('starts the command of the installed package as a user of its own', () => {
    const [node, semiSpace, program, command] = only('ExecStart').split(' ');
    assert.deepEqual([node, semiSpace, command], ['/usr/bin/node', '--max-semi-space-size=8', 'start']);
    const [, path = ''] = /^\/opt\/findling\/node_modules\/findling\/(.+)$/.exec(program ?? '') ?? [];
    assert.ok(existsSync(join(ROOT, path)), path);
    assert.deepEqual([only('User'), only('Group')], ['findling', 'findling']);
    assert.deepEqual(section('Install').get('WantedBy'), ['multi-user.target']);
  });

  test('has its data where the process may write', () => {
    const environment = Object.fromEntries(
      only('Environment')
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    );
    const { data } = readConfig({ FINDLING_DATA: environment.FINDLING_DATA ?? '' }, {});
    assert.equal(data, `/var/lib/${only('StateDirectory')}`);
    assert.equal(only('WorkingDirectory'), data);
    assert.deepEqual([only('StateDirectoryMode'), only('UMask')], ['0700', '0077']);
  });

  test('restarts after a crash, and gives up on a start that is refused each time', () => {
    assert.equal(only('Restart'), 'on-failure');
    const limits = section('Unit');
    assert.deepEqual([limits.get('StartLimitIntervalSec'), limits.get('StartLimitBurst')], [['60s'], ['5']]);
    assert.ok(Number.parseInt(only('TimeoutStopSec'), 10) > 8, 'time for running requests');
  });

  test('takes every right away that the process does not need', () => {
    for (const [key, value] of [
      ['NoNewPrivileges', 'yes'],
      ['ProtectSystem', 'strict'],
      ['ProtectHome', 'yes'],
      ['PrivateDevices', 'yes'],
      ['PrivateTmp', 'yes'],
      ['CapabilityBoundingSet', ''],
      ['RestrictNamespaces', 'yes'],
      ['SystemCallArchitectures', 'native'],
    ] as const) {
      assert.equal(only(key), value, key);
    }
    assert.deepEqual(SERVICE.get('SystemCallFilter'), ['@system-service', '~@privileged']);
  });
});
