import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { freePort, PROGRAM, plainEnvironment, ROOT } from '../support/command.ts';
import { request, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';
import { COMMANDS, FILES, type ShownCommand, VARIABLES } from './guide.ts';
import { type Call, contentsOf, documentsOf, startOldService } from './old-service.ts';
import { patternOf, shownForm, Terminal } from './terminal.ts';

/** Something that happens next to the commands of the guide, or that must hold after one of them. */
interface Event {
  readonly when: 'before' | 'after';
  /** The first command that matches. */
  readonly command: RegExp;
  happen(): Promise<void>;
}

/** A folder in which `npx findling` runs this checkout, as it does where the package is installed. */
function workFolder(t: TestContext): string {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(resolve(ROOT, PROGRAM), join(folder, 'node_modules/.bin/findling'));
  for (const [name, text] of FILES) writeFileSync(join(folder, name), text);
  return folder;
}

test('every step that has commands runs them, and each prints what the guide shows', {
  timeout: 400_000,
}, async (t) => {
  const { service: old, signedKey } = await startOldService(t);
  const folder = workFolder(t);
  const port = await freePort();
  const values: Record<string, string> = {
    OLD_URL: old.baseUrl,
    FINDLING_OLD_KEY: old.privateKey,
    FINDLING_OLD_ADMIN_KEY: old.adminKey,
    FINDLING_PORT: String(port),
    FINDLING_URL: `http://localhost:${port}`,
    FINDLING_PRIVATE_KEY: old.privateKey,
    FINDLING_SEARCH_KEY: old.searchKey,
    FINDLING_SAMPLE: 'off',
    FINDLING_SHADOW_URL: old.baseUrl,
    FINDLING_SHADOW_SHARE: '100%',
    SIGNED_KEY: signedKey,
  };
  assert.deepEqual([...VARIABLES.keys()].sort(), Object.keys(values).sort());
  const environment = plainEnvironment({
    ...values,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    // npx finds the command in the folder, and asks no registry.
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_update_notifier: 'false',
    npm_config_userconfig: join(folder, 'npmrc'),
  });
  const terminal = new Terminal(t, folder, environment);
  const others = new Map<string, Terminal>();

  const findling: Call = (method, path, options) =>
    request(`${values.FINDLING_URL}/api/as/v1${path}`, method, { key: old.privateKey, ...options });
  const written = async (call: Call, path: string, body: unknown, method = 'POST') => {
    const { status, text } = await call(method, path, { body });
    assert.equal(status, 200, text);
  };
  const assertCopied = async (): Promise<void> => {
    for (const engine of ['books', 'films', 'catalog'])
      assert.deepEqual(await contentsOf(findling, engine), await contentsOf(old.call, engine), engine);
  };
  const has = async (call: Call, engine: string, id: string): Promise<boolean> =>
    (await call('GET', `/engines/${engine}/documents`, { body: [id] })).json[0] !== null;

  const events: Event[] = [
    { when: 'after', command: /--report migration\.json/, happen: assertCopied },
    {
      // An application goes on writing to App Search.
      when: 'after',
      command: /--follow/,
      async happen() {
        const follow = others.get('follow') as Terminal;
        await until('a pass is over', async () => follow.shows('books: 250 documents here (0 written'));
        await written(old.call, '/engines/books/documents', [
          { id: 'book-250', title: 'The first addition' },
        ]);
        await written(old.call, '/engines/films/documents', ['film-39'], 'DELETE');
        await until('the addition is in Findling', () => has(findling, 'books', 'book-250'));
        await until('the film is not', async () => !(await has(findling, 'films', 'film-39')));
      },
    },
    {
      when: 'before',
      command: /migrate .*--delete-others$/,
      async happen() {
        const follow = COMMANDS.find((command) => command.terminal === 'follow') as ShownCommand;
        assertShown(follow, (await others.get('follow')?.interrupt()) ?? '');
        await written(old.call, '/engines/books/documents', [{ id: 'book-251', title: 'The last addition' }]);
      },
    },
    { when: 'after', command: /export books books-at-switch/, happen: assertCopied },
    {
      // Clients call Findling now.
      when: 'before',
      command: /compare --shadow/,
      async happen() {
        for (const [query, key] of [
          ['amber river', old.searchKey],
          ['lamp', old.searchKey],
          ['zebra', signedKey],
        ] as const) {
          const { status, text } = await findling('POST', '/engines/books/search', { key, body: { query } });
          assert.equal(status, 200, text);
        }
        const file = join(folder, 'data/shadow.ndjson');
        const isRecorded = async (): Promise<boolean> => {
          const records = existsSync(file) ? readFileSync(file, 'utf8') : '';
          return ['lamp', 'zebra'].every((query) => records.includes(`"query":"${query}"`));
        };
        await until('copies of the searches are recorded', isRecorded);
      },
    },
    {
      when: 'before',
      command: /export books books-now/,
      async happen() {
        await written(findling, '/engines/books/documents', [
          { id: 'book-252', title: 'Written here', year: 2026 },
        ]);
        await written(
          findling,
          '/engines/books/documents',
          [{ id: 'book-7', title: 'Changed here' }],
          'PATCH',
        );
        await written(findling, '/engines/books/documents', ['book-8'], 'DELETE');
      },
    },
    {
      when: 'after',
      command: /send-back/,
      async happen() {
        const back = await documentsOf(old.call, 'books');
        assert.equal(back.has('book-8'), false);
        assert.deepEqual(back, await documentsOf(findling, 'books'));
      },
    },
  ];
  const happen = async (when: Event['when'], command: string): Promise<void> => {
    const at = events.findIndex((event) => event.when === when && event.command.test(command));
    if (at !== -1) await events.splice(at, 1)[0]?.happen();
  };
  /** The example's addresses in an output are those of the test's services. */
  const assertShown = ({ text, output: example }: ShownCommand, output: string): void => {
    const shown = [...VARIABLES].reduce(
      (so, [name, value]) => (/^https?:/.test(value) ? so.replaceAll(value, values[name] as string) : so),
      example,
    );
    assert.match(shownForm(output), patternOf(shown), `${text}\n${output}`);
  };

  for (const command of COMMANDS) {
    await happen('before', command.text);
    if (command.terminal === undefined) {
      const { status, output } = await terminal.run(command.text);
      assert.equal(status, 0, `${command.text}\n${output}`);
      assertShown(command, output);
    } else {
      const other = new Terminal(t, folder, environment);
      others.set(command.terminal, other);
      other.start(command.text);
    }
    await happen('after', command.text);
  }
  assert.deepEqual(
    events.map(({ when, command }) => `${when} ${command}`),
    [],
  );
  const steps = new Set(COMMANDS.map(({ step }) => step.replace(/\..*/, '')));
  assert.deepEqual([...steps], ['2', '3', '4', '5', '6', '7', '8', '9']);
});

suite('an output matches what a page shows', () => {
  const cases: ReadonlyArray<readonly [what: string, shown: string, output: string, matches: boolean]> = [
    ['the same lines', 'a\nb\n', 'a\nb\n', true],
    ['another line', 'a\nb\n', 'a\nc\n', false],
    ['a further line', 'a\n', 'a\nb\n', false],
    ['a missing line', 'a\nb\n', 'a\n', false],
    ['nothing', '', '', true],
    ['something instead of nothing', '', 'a\n', false],
    ['an ellipsis in a line', 'a … c\n', 'a and b c\n', true],
    ['an ellipsis that ends before the line does', 'a … c\n', 'a b d\n', false],
    ['an ellipsis for lines', 'a\n…\nd\n', 'a\nb\nc\nd\n', true],
    ['an ellipsis for no line', 'a\n…\n', 'a\n', true],
    ['an ellipsis for lines, and another end', 'a\n…\nd\n', 'a\nb\nc\n', false],
    ['another time', 'done in 0.1 s.\n', 'done in 12.5 s.\n', true],
    ['another number', '250 documents\n', '251 documents\n', false],
    ['characters with a meaning in patterns', 'a.b (c) [d]\n', 'a.b (c) [d]\n', true],
    ['a dot is a dot', 'a.b\n', 'axb\n', false],
    ['progress', 'done\n', '1,200 documents, 34 %, 8/s, 23 s left\ndone\n', true],
  ];
  for (const [what, shown, output, matches] of cases) {
    test(what, () => assert.equal(patternOf(shown).test(shownForm(output)), matches));
  }
});
