import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { visit } from '../support/browser.ts';
import { ROOT, start } from '../support/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

/** The address that the tutorials assume. */
const ADDRESS = 'http://localhost:3002';
/** Printed after each command: a character that no answer has. */
const SEPARATOR = '\u001e';

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocksOf = (tutorial: string): Block[] =>
  [...readFileSync(join(ROOT, 'docs/tutorials', tutorial), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
    ([, language = '', text = '']) => ({ language, text }),
  );

/** The command that starts the service is not run but done: with its settings, on a free port. */
const isStart = ({ text }: Block): boolean => /\bnpm start\b/.test(text);

test('the tutorials work, one after the other', async (t) => {
  const blocks = blocksOf('first-engine.md');
  const settings = Object.fromEntries(
    [...(blocks.find(isStart)?.text ?? '').matchAll(/(FINDLING_\w+)=(\S+)/g)].map(([, name, value]) => [
      name as string,
      value as string,
    ]),
  );
  const names = ['FINDLING_DATA', 'FINDLING_PRIVATE_KEY', 'FINDLING_SEARCH_KEY'];
  assert.deepEqual(Object.keys(settings), names);
  const folder = temporaryFolder(t);
  const { baseUrl } = await start(t, { settings: { ...settings, FINDLING_DATA: join(folder, 'tutorial') } });

  await t.test('every command of the first engine has the answer that the page shows', async () => {
    const commands = blocks.filter((block) => block.language === 'sh' && !isStart(block));
    const script = commands.map(({ text }) => `${text}printf '${SEPARATOR}'\n`).join('');
    const bash = ['-euc', script.replaceAll(ADDRESS, baseUrl)];
    const { stdout } = await promisify(execFile)('bash', bash, { cwd: folder });
    const answers = stdout.split(SEPARATOR);
    assert.equal(answers.length, commands.length + 1);
    let compared = 0;
    for (const [at, command] of commands.entries()) {
      const shown = blocks[blocks.indexOf(command) + 1];
      if (shown?.language !== 'json') continue;
      const answer = JSON.parse(answers[at] as string);
      assert.partialDeepStrictEqual(answer, JSON.parse(shown.text), `${command.text}\n${answers[at]}`);
      compared += 1;
    }
    assert.equal(compared, blocks.filter(({ language }) => language === 'json').length);
  });

  await t.test('the pieces of the search page make a page that works', async (t) => {
    const pieces = blocksOf('search-page.md');
    const textsOf = (wanted: string) =>
      pieces.filter(({ language }) => language === wanted).map(({ text }) => text);
    const [html = ''] = textsOf('html');
    assert.equal(textsOf('js').length, 4);
    const script = `<script>\n${textsOf('js').join('\n').replaceAll(ADDRESS, baseUrl)}</script>`;
    const path = join(folder, 'index.html');
    writeFileSync(
      path,
      html.replace(/<script>\s*<\/script>/, () => script),
    );

    const { page, expectComplaint } = await visit(t, baseUrl);
    expectComplaint(/^request to another host: file:/);
    await page.goto(pathToFileURL(path).href);
    const results = page.locator('li');
    const shows = (count: number) =>
      until(`${count} books are shown`, async () => (await results.count()) === count);
    await shows(8);

    const box = page.getByRole('searchbox', { name: 'Search books' });
    await box.fill('dessert');
    await shows(1);
    assert.match(await results.innerText(), /^Dune, Frank Herbert, 1965/);
    await box.fill('jane');
    await shows(2);
    assert.deepEqual(await results.locator('em').allTextContents(), ['Jane', 'Jane']);

    await box.fill('');
    await shows(8);
    const romance = page.getByRole('checkbox', { name: 'romance (2)' });
    await romance.check();
    await shows(2);
    await romance.uncheck();
    await shows(8);
  });
});
