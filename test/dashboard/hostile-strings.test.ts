import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addressOf, routeTable } from '../../dashboard/route-table.ts';
import { visitAsOwner } from '../support/browser.ts';
import { HOSTILE } from '../support/hostile-strings.ts';
import { openPage } from '../support/navigation.ts';
import { idle, settled } from '../support/settled-page.ts';
import { until } from '../support/until.ts';

const TEXTS = Object.values(HOSTILE);
/** Those that can be typed into a single-line field. */
const LINES = TEXTS.filter((text) => !/[\r\n\u2028\t]/.test(text));
/** The longest names that the API allows. */
const LONG_NAME = 'w'.repeat(64);
const LONG_FIELD = `f_${'x'.repeat(62)}`;
/** A person's name may contain nearly anything, up to 64 characters. */
const PERSON = '<img src=x onerror="globalThis.hacked=1">שלום 👩🏽 {{1}}';

/** Elements that no page of the dashboard has. */
const INJECTED =
  'iframe[srcdoc], img[src="x"], img[src*="elsewhere"], svg[onload], [onerror], [onload], ' +
  'a[href^="javascript" i], a[href^="data" i], style:not([nonce]), link[href*="elsewhere"]';

/** What must hold for a page with any content. */
const CONDITION = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  const named = (element) => element.tagName + '.' + element.className;
  const all = [...document.querySelectorAll('body *')];
  // The page itself clips overflow, but overflow inside it is still an error.
  const cuts = (element) => !element.matches('main, main > div') && getComputedStyle(element).overflowX !== 'visible';
  const isHeld = (element) => {
    for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement)
      if (cuts(box)) return true;
    return false;
  };
  const wide = all.filter((element) => element.getBoundingClientRect().right > clientWidth + 1 && !isHeld(element));
  return {
    hacked: globalThis.hacked ?? null,
    injected: document.querySelectorAll(${JSON.stringify(INJECTED)}).length,
    overflow: scrollWidth > clientWidth ? scrollWidth : wide.map(named),
  };
})()`;

/** Addresses with strings that would run, and each with one that would change the layout. */
function inAddresses(addresses: (text: string) => readonly string[]): string[] {
  const running = ['script', 'image with a handler'].flatMap((kind) => addresses(HOSTILE[kind] ?? ''));
  const looking = ['right-to-left override', 'very long word', 'template'].map((kind) =>
    addresses(HOSTILE[kind] ?? ''),
  );
  const others = running.map((_, i) => looking[i % looking.length]?.[i]).filter((one) => one !== undefined);
  return [...running, ...others];
}

/** Opens another page by client-side navigation. */
const follow = (page: Page, address: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);

async function assertHarmless(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    assert.deepEqual(
      await frame.evaluate(CONDITION),
      { hacked: null, injected: 0, overflow: [] },
      frame.url(),
    );
  }
}

test('hostile strings are harmless on every page, and fit at 360 px', async (t) => {
  const { page, context, service, at } = await visitAsOwner(t, {}, { viewport: { width: 360, height: 760 } });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const api = async (path: string, data: unknown) => {
    const answer = await context.request.post(`${service.baseUrl}/dashboard/api${path}`, {
      data,
      headers: { origin: service.baseUrl },
    });
    assert.equal(answer.status(), 200, `${path}: ${await answer.text()}`);
    return answer.json();
  };
  const account = `/accounts/${service.hostIdentifier}`;
  await api(`${account}/as/v1/engines`, { name: LONG_NAME });
  const documents = TEXTS.map((text) => ({
    id: text,
    title: text,
    link: text,
    image: text,
    tags: [text, text],
    [LONG_FIELD]: text,
  }));
  const written = await api(`${account}/as/v1/engines/${LONG_NAME}/documents`, documents);
  assert.deepEqual(
    written.flatMap(({ errors }: { errors: string[] }) => errors),
    [],
  );
  await api(`${account}/as/v1/engines/${LONG_NAME}/schema`, { [LONG_FIELD]: 'number' });
  await service.settled(LONG_NAME);
  await api(`${account}/as/v1/credentials`, { name: LONG_NAME, type: 'search', engines: [LONG_NAME] });
  await api('/accounts', { name: LONG_NAME.toUpperCase() });
  const email = `${'"<b>x</b>"'.repeat(6)}@example.org`;
  const { path } = await api(`${account}/invitations`, { role: 'editor' });
  const token = path.split('#')[1];
  await api('/invitations/accept', { token, name: PERSON, email, password: 'anyone at all, perhaps' });
  await api('/session', { login: 'owner', password: 'granite and moss' });
  await api(`${account}/invitations`, {
    role: 'analyst',
    email: `<script>${'x'.repeat(80)}</script>@example.org`,
  });

  const ids: string[] = written.map(({ id }: { id: string }) => id);
  // A query has at most 128 characters.
  const queries = TEXTS.map((text) => [...text].slice(0, 128).join('').replace(/\s+/gu, ' ').trim());
  const { id: curation } = await api(`${account}/as/v1/engines/${LONG_NAME}/curations`, {
    queries: [...new Set(queries.map((query) => query.toLowerCase()))],
    promoted: ids.slice(0, -4),
    hidden: ids.slice(-4),
  });
  const judged = await context.request.put(
    `${service.baseUrl}/dashboard/api${account}/as/v1/engines/${LONG_NAME}/relevance/judgements`,
    {
      data: {
        judgements: [
          ...queries.map((query, at) => ({ query, document_id: `${ids[at]} is not there`, grade: at % 4 })),
          ...ids.map((document_id) => ({ query: 'judged', document_id, grade: 3 })),
        ],
      },
      headers: { origin: service.baseUrl },
    },
  );
  assert.equal(judged.status(), 200, await judged.text());
  // Visitors choose queries, tags and the ids of clicks.
  for (const text of TEXTS) {
    const query = [...text].slice(0, 60).join('');
    const body = { query, analytics: { tags: [[...text].slice(0, 30).join('')] } };
    await service.call('POST', `/engines/${LONG_NAME}/search`, { body });
    await service.call('POST', `/engines/${LONG_NAME}/click`, { body: { query, document_id: query } });
  }

  const values = { account: service.hostIdentifier, engine: LONG_NAME, curation, report: 'top-queries' };
  const choices = `title=title&text=tags&address=link&image=image&facets=tags,link&sorts=title`;
  const routes = (await routeTable()).map(({ path: route }) => route);
  const pages = routes
    .filter((route) => !route.includes(':document'))
    .map((route) => addressOf(route, values));
  for (const address of pages) {
    await t.test(address, async () => {
      await openPage(page, address);
      await assertHarmless(page);
    });
  }

  const addresses = [
    `${at('engines', LONG_NAME, 'documents', '-')}?id=..`,
    `${at('engines')}?delete=${LONG_NAME}`,
    `${at('engines', LONG_NAME, 'judgements', 'query')}?query=judged`,
    `${at('engines', LONG_NAME, 'judgements')}?clicks=on`,
    `${at('engines', LONG_NAME)}?test=on&test-facets=tags,title&test-options=on`,
    `${at('engines', LONG_NAME, 'preview')}?${choices}`,
    `${at('engines', LONG_NAME, 'preview')}?${choices}&view=code&file=src/options.ts`,
    `/preview/${service.hostIdentifier}/${LONG_NAME}?${choices}`,
    // URLs may come from attackers too.
    ...inAddresses((text) => [
      `/accounts/${encodeURIComponent(text)}/engines`,
      at('engines', text),
      at('engines', LONG_NAME, 'documents', `${text} is not there`),
      `${at('engines', LONG_NAME)}?${['query', 'filters', 'facets', 'sort'].map((name) => `test-${name}=${encodeURIComponent(text)}`).join('&')}&test=on`,
      `${at('engines', LONG_NAME, 'documents')}?q=${encodeURIComponent(text)}&by=tags&is=tags:${encodeURIComponent(text)}&sort=${encodeURIComponent(text)}`,
      `/preview/${service.hostIdentifier}/${LONG_NAME}?${choices}&q=${encodeURIComponent(text)}`,
      `${at('engines', LONG_NAME, 'curations', 'new')}?query=${encodeURIComponent(text)}&find=${encodeURIComponent(text)}`,
      `${at('engines', LONG_NAME, 'judgements', 'query')}?query=${encodeURIComponent(text)}&find=${encodeURIComponent(text)}`,
      `${at('engines', LONG_NAME, 'analytics', 'query')}?q=${encodeURIComponent(text)}`,
      `${at('engines', LONG_NAME, 'analytics')}?${['days', 'from', 'to', 'tag'].map((name) => `${name}=${encodeURIComponent(text)}`).join('&')}`,
      `${at('engines', LONG_NAME, 'synonyms')}?add=${encodeURIComponent(text)}`,
    ]),
  ];
  const main = page.locator('main, [role="alert"]').first();
  const shown = async (): Promise<string> => (await page.locator('body').textContent()) ?? '';
  for (const address of addresses) {
    await t.test(address.length > 120 ? `${address.slice(0, 120)}…` : address, async () => {
      await page.goto(address);
      await main.waitFor();
      await idle(page);
      await assertHarmless(page);
    });
  }

  await t.test('documents and people are shown unchanged', async () => {
    await page.goto(`${at('engines', LONG_NAME, 'documents')}?size=100`);
    await settled(page);
    const listed = await shown();
    for (const kind of [
      'script',
      'image with a handler',
      'svg with a handler',
      'javascript address',
      'template',
    ])
      assert.ok(listed.includes(HOSTILE[kind] ?? ''), kind);
    for (const [kind, text] of Object.entries(HOSTILE)) {
      if (text === '..') continue;
      // By client-side navigation, which is faster than loading each URL.
      await follow(page, at('engines', LONG_NAME, 'documents', text));
      const fields = page.getByRole('main').getByRole('table');
      const written = text.replaceAll('\r\n', '\n');
      await until(`${kind} is shown`, async () => {
        const title = await page.locator('main h1').textContent();
        const all = (await fields.allTextContents()).join();
        return title === text && (all.includes(written) || all.includes(text));
      });
      await settled(page);
      await assertHarmless(page);
    }
    await page.goto(at('people'));
    await page.getByText(PERSON).first().waitFor();
  });

  await t.test('names of engines are corrected', async () => {
    await page.goto(`${at('engines')}?create=on`);
    const dialog = page.getByRole('dialog');
    for (const text of LINES) {
      await dialog.getByLabel('Name').fill(text);
      await assertHarmless(page);
    }
    await dialog.getByLabel('Name').fill(HOSTILE['image with a handler'] ?? '');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await settled(page);
    await assertHarmless(page);
    const made = await service.call('GET', '/engines/img-src-x-onerror-globalthis-hacked-1');
    assert.equal(made.status, 200);
  });

  await t.test('names of fields and keys are corrected, or get an error message', async () => {
    await page.goto(`${at('engines', LONG_NAME, 'schema')}?add=on`);
    const dialog = page.getByRole('dialog');
    for (const text of LINES) {
      await dialog.getByLabel('Name').fill(text);
      await dialog
        .getByText(/^Name /)
        .first()
        .waitFor();
      await assertHarmless(page);
    }
    await page.goto(`${at('credentials')}?create=on`);
    for (const text of LINES) {
      await dialog.getByLabel('Name').fill(text);
      await assertHarmless(page);
    }
    await dialog.getByLabel('Name').fill(HOSTILE['image with a handler'] ?? '');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await assertHarmless(page);
    const made = await service.call('GET', '/credentials/img-src-x-onerror-globalthis-hacked-1', {
      key: service.adminKey,
    });
    assert.equal(made.status, 200);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByLabel('Name').fill(HOSTILE['right to left'] ?? '');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('Name can only contain').waitFor();
    await assertHarmless(page);
  });

  await t.test('headers of a file are shown as text, with valid names suggested', async () => {
    const engine = await service.engine();
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const csv = [LINES.map(cell).join(','), LINES.map(cell).join(','), ''].join('\n');
    await page.goto(at('engines', engine, 'import'));
    await page
      .getByLabel('File to import')
      .setInputFiles({ name: '<b>file</b>.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const add = page.getByRole('button', { name: 'Add 1 document' });
    await add.waitFor();
    await assertHarmless(page);
    await add.click();
    await page.getByText('Imported <b>file</b>.csv').waitFor();
    await assertHarmless(page);
    const [imported] = (await service.call('GET', `/engines/${engine}/documents/list`)).json.results;
    const { id, ...fields } = imported;
    assert.deepEqual(Object.values(fields).sort(), LINES.map((text) => text.trim()).sort());
  });
  assert.deepEqual(dialogs, []);
});
