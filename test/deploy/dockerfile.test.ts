import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { argumentsOf, DOCKERFILE, type Instruction, instructionsOf, variablesOf } from './dockerfile.ts';

/** A rule breaks if it returns instructions. */
interface Rule {
  readonly sentence: string;
  readonly breaches: (file: readonly Instruction[]) => readonly Instruction[];
  /** A Dockerfile that breaks this rule and no other. */
  readonly example: string;
}

const GOOD = 'FROM node:24-bookworm-slim AS build\nFROM debian:12-slim\nUSER 65532:65532\n';
const lastStage = (file: readonly Instruction[]): number => file.at(-1)?.stage ?? -1;
const inLastStage = (file: readonly Instruction[]): Instruction[] =>
  file.filter(({ stage }) => stage === lastStage(file));

const isList = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
};

/** The rules of hadolint and of container benchmarks that matter for an image without a shell. */
const RULES: readonly Rule[] = [
  {
    sentence: 'base images have a tag or a digest, and the tag is not latest',
    breaches: (file) =>
      file.filter(
        ({ name, argument }) =>
          name === 'FROM' &&
          !/^[\w./-]+(@sha256:[0-9a-f]{64}|:(?!latest\b)[\w.-]+)( AS \w+)?$/.test(argument),
      ),
    example: 'FROM debian:latest\nUSER 65532:65532\n',
  },
  {
    sentence: 'the user is a number other than 0, so that Kubernetes can check it',
    breaches: (file) => {
      const users = inLastStage(file).filter(({ name }) => name === 'USER');
      const last = users.at(-1) ?? { name: 'USER', argument: '', stage: 0 };
      return /^[1-9]\d*:[1-9]\d*$/.test(last.argument) ? [] : [last];
    },
    example: 'FROM debian:12-slim\nUSER findling\n',
  },
  {
    sentence: 'commands are lists, so that signals reach the process and no shell is needed',
    breaches: (file) =>
      file.filter(
        ({ name, argument }) =>
          ['ENTRYPOINT', 'CMD', 'HEALTHCHECK'].includes(name) &&
          !isList(name === 'HEALTHCHECK' ? argument.replace(/^(--\S+ )*CMD /, '') : argument),
      ),
    example: `${GOOD}CMD node server.js\n`,
  },
  {
    sentence: 'no value of a secret is set',
    breaches: (file) =>
      file.filter(
        ({ name, argument }) =>
          ['ARG', 'ENV', 'LABEL'].includes(name) && /(SECRET|PASSWORD|TOKEN|_KEY|_URL)\b/i.test(argument),
      ),
    example: `${GOOD}ENV FINDLING_SECRET=0123456789\n`,
  },
  {
    sentence: 'files are copied, and nothing is downloaded or unpacked by ADD',
    breaches: (file) => file.filter(({ name }) => name === 'ADD'),
    example: `${GOOD}ADD app.tar.gz /app\n`,
  },
  {
    sentence: 'the last stage runs no commands: its base has no shell',
    breaches: (file) => inLastStage(file).filter(({ name }) => name === 'RUN'),
    example: `${GOOD}RUN apt-get update\n`,
  },
  {
    sentence: 'only /data belongs to the user of the process',
    breaches: (file) =>
      inLastStage(file).filter(
        ({ name, argument }) =>
          name === 'COPY' && /--ch(own|mod)/.test(argument) && !argument.endsWith(' /data'),
      ),
    example: `${GOOD}COPY --from=build --chown=65532:65532 /app /app\n`,
  },
  {
    sentence: 'files come from stages that exist',
    breaches: (file) => {
      const stages = file
        .filter(({ name }) => name === 'FROM')
        .map(({ argument }) => / AS (\w+)$/.exec(argument)?.[1]);
      return file.filter(({ name, argument }) => {
        const from = /--from=(\S+)/.exec(argument)?.[1];
        return name === 'COPY' && from !== undefined && !stages.includes(from);
      });
    },
    example: `${GOOD}COPY --from=builder /app /app\n`,
  },
  {
    sentence: 'folders to work in are absolute',
    breaches: (file) => file.filter(({ name, argument }) => name === 'WORKDIR' && !argument.startsWith('/')),
    example: `${GOOD}WORKDIR app\n`,
  },
];

suite('the Dockerfile', () => {
  for (const { sentence, breaches, example } of RULES) {
    test(`keeps the rule: ${sentence}`, () => {
      assert.deepEqual(breaches(DOCKERFILE), []);
      assert.equal(breaches(instructionsOf(example)).length, 1, 'the rule finds a breach');
    });
  }

  test('no rule finds a breach where there is none', () => {
    assert.deepEqual(
      RULES.flatMap(({ breaches }) => breaches(instructionsOf(GOOD))),
      [],
    );
  });

  test('has one health check, one entry point and one command, and is stopped by SIGTERM', () => {
    const of = (name: string) => argumentsOf(name, 1);
    assert.deepEqual(
      ['HEALTHCHECK', 'ENTRYPOINT', 'CMD'].map((name) => of(name).length),
      [1, 1, 1],
    );
    assert.deepEqual(of('STOPSIGNAL'), ['SIGTERM']);
  });

  test('exposes the port that the service listens on', () => {
    assert.deepEqual(argumentsOf('EXPOSE', 1), [String(readConfig({}, {}).port)]);
  });

  test('sets the folder that is a volume as the data folder', () => {
    const variables = variablesOf(argumentsOf('ENV', 1).join(' '));
    assert.deepEqual(argumentsOf('VOLUME', 1), [variables.FINDLING_DATA]);
  });
});
