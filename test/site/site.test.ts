import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { readGroups } from '../../site/pages.ts';
import { buildSite } from '../../site/site.ts';
import { ROOT } from '../support/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { smallProject } from './small-project.ts';

const run = promisify(execFile);
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([all, captured]) => captured ?? all);

suite('the site of docs/', () => {
  const folder = join(temporaryFolder({ after: () => undefined }), 'site');
  const pages = readGroups(ROOT).flatMap((group) => group.pages);
  const page = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const names = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.html'))
      .sort();

  test('`npm run site` makes a page of every file', async () => {
    const { stdout } = await run(process.execPath, ['site/build.ts', '--output', folder], { cwd: ROOT });
    assert.equal(stdout, `${pages.length + 2} pages in ${folder}\n`);
    const expected = ['404.html', 'index.html', ...pages.map(({ output }) => output)];
    assert.deepEqual(names(), expected.sort());
  });

  test('every page has a language, a title of its own and one first-level heading', () => {
    const titles = names().map((name) => {
      assert.equal(matches(page(name), /<html lang="en">/g).length, 1, name);
      assert.equal(matches(page(name), /<h1[ >]/g).length, 1, name);
      return matches(page(name), /<title>([^<]+)<\/title>/g)[0];
    });
    assert.equal(new Set(titles).size, names().length);
  });

  test('no level of headings is left out', () => {
    for (const name of names()) {
      const levels = matches(page(name), /<h([1-6])[ >]/g).map(Number);
      const leaps = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
      assert.deepEqual(leaps, [], name);
    }
  });

  test('every page has the whole navigation and marks itself in it', () => {
    const outputs = pages.map(({ output }) => output);
    for (const name of names()) {
      const [navigation = ''] = matches(page(name), /<nav id="site-navigation".*?<\/nav>/gs);
      const root = name === '404.html' ? '/' : '../'.repeat(name.split('/').length - 1) || './';
      assert.deepEqual(
        matches(navigation, /href="([^"]+)"/g),
        outputs.map((output) => root + output),
        name,
      );
      const current = matches(navigation, /href="([^"]+)" aria-current="page"/g);
      assert.deepEqual(current, outputs.includes(name) ? [root + name] : [], name);
    }
  });

  test('the pages follow each other', () => {
    const next = (name: string) => matches(page(name), /class="next" href="([^"]+)"/g)[0];
    let name: string | undefined = pages[0]?.output;
    const passed: string[] = [];
    while (name !== undefined) {
      passed.push(name);
      const address: string | undefined = next(name);
      name = address === undefined ? undefined : join(name, '..', address).replaceAll('\\', '/');
    }
    assert.deepEqual(
      passed,
      pages.map(({ output }) => output),
    );
  });

  test('ids are unique on a page', () => {
    for (const name of names()) {
      const ids = matches(page(name), /\sid="([^"]*)"/g);
      assert.equal(new Set(ids).size, ids.length, name);
    }
  });

  test('pages have a strict policy and no inline script or style', () => {
    for (const name of names()) {
      const html = page(name);
      assert.match(html, /http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; /, name);
      assert.deepEqual(matches(html, /<style|<script(?![^>]* src=)|\sstyle="|\son\w+="/g), [], name);
      assert.deepEqual(matches(html, /\s(?:src|srcset)="https?:[^"]*"|<link [^>]*href="https?:/g), [], name);
    }
  });

  test('images of the dashboard have a dark version and a size', () => {
    const images = matches(page('dashboard.html'), /<picture>.*?<\/picture>/gs);
    assert.ok(images.length > 20);
    for (const image of images) {
      assert.match(image, /<source media="\(prefers-color-scheme: dark\)" srcset="images\/[\w-]+-dark-/);
      assert.match(image, /<img [^>]*width="1280" height="\d+"/);
    }
  });

  test('without an engine there is no search box', () => {
    assert.ok(!page('index.html').includes('site-search'));
  });
});

suite('the pages of a small project', () => {
  test('links, examples and tables become those of a site', async (t) => {
    const root = smallProject(t, {
      'docs/one.md': [
        '# One\n',
        '{{ braces }} {% stay %}: [two](deep/two.md#second-heading), [licence](../LICENSE), [above](#one), [two.md](deep/two.md), `A_VERY_LONG_NAME`.\n',
        '| | Right |\n| --- | ---: |\n| a | 1 |\n',
        "```console\n$ echo '<a>\n> b'\n<a>\n```\n",
        '## Twice\n\n## Twice\n',
      ].join('\n'),
    });
    const output = join(temporaryFolder(t), 'site');
    const { documents } = await buildSite({ root, output });
    const html = readFileSync(join(output, 'one.html'), 'utf8');
    for (const part of [
      '{{ braces }} {% stay %}: <a href="deep/two.html#second-heading">two</a>',
      '<span class="file">licence</span>',
      '<a href="#one">above</a>',
      '<a href="deep/two.html">Two</a>',
      '<code>A_<wbr>VERY_<wbr>LONG_<wbr>NAME</code>',
      'aria-label="Table: One"',
      '<td></td>\n<th class="right">Right</th>',
      '<span class="prompt">$ </span><span class="command">echo \'&lt;a&gt;</span>\n' +
        '<span class="command">&gt; b\'</span>\n<span class="output">&lt;a&gt;</span>',
      '<h2 id="twice">',
      '<h2 id="twice-1">',
    ])
      assert.ok(html.includes(part), part);
    assert.deepEqual(
      documents.map(({ url, title, heading, kind }) => [url, title, heading, kind]),
      [
        ['one.html', 'One', 'One', 'Tutorials'],
        ['one.html#twice', 'One', 'Twice', 'Tutorials'],
        ['one.html#twice-1', 'One', 'Twice', 'Tutorials'],
        ['deep/two.html', 'Two', 'Two', 'Reference'],
        ['deep/two.html#second-heading', 'Two', 'Second heading', 'Reference'],
        ['CHANGES.html', 'Changes', 'Changes', 'Reference'],
      ],
    );
  });

  test('broken links, anchors and images fail the build, which writes nothing', async (t) => {
    const root = smallProject(t, {
      'docs/one.md': '# One\n\n[a](gone.md) [b](deep/two.md#gone) [c](#gone) ![d](images/gone.webp)\n',
    });
    const output = join(temporaryFolder(t), 'site');
    await assert.rejects(buildSite({ root, output }), {
      name: 'SiteError',
      message: [
        'The site has broken links:',
        'one.html: gone.md',
        'one.html: deep/two.html#gone',
        'one.html: #gone',
        'one.html: images/gone.webp',
      ].join('\n'),
    });
    assert.ok(!existsSync(output));
  });

  test('a folder with other files is not replaced', async (t) => {
    const output = temporaryFolder(t);
    writeFileSync(join(output, 'thesis.txt'), 'Years of work.');
    await assert.rejects(buildSite({ root: smallProject(t), output }), {
      message: `${output} has other files than those of a site. Choose another folder.`,
    });
    assert.deepEqual(readdirSync(output), ['thesis.txt']);
  });

  test('options for half a search box, and keys that must stay secret, are refused', async (t) => {
    const build = (...args: string[]) =>
      run(
        process.execPath,
        ['site/build.ts', '--root', smallProject(t), '--output', temporaryFolder(t), ...args],
        {
          cwd: ROOT,
        },
      );
    const address = ['--search-url', 'http://localhost:3002'];
    await assert.rejects(build(...address), {
      code: 1,
      stderr: 'A search box needs --search-url, --search-engine and --search-key.\n',
    });
    const secret = ['--search-engine', 'docs', '--search-key', 'private-0123456789abcdef'];
    await assert.rejects(build(...address, ...secret), {
      code: 1,
      stderr: '--search-key (not shown) must be a search key.\n',
    });
  });
});
