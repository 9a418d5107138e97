import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addressOf, routeTable } from '../../dashboard/route-table.ts';
import { visitAsOwner } from '../support/browser.ts';
import { HOSTILE } from '../support/hostile-strings.ts';
import { settled } from '../support/settled-page.ts';

const TEXTS = Object.values(HOSTILE);
/** The longest names that the API lets one give. */
const LONG_NAME = 'w'.repeat(64);
const LONG_FIELD = `f_${'x'.repeat(62)}`;
/** A person's name may hold nearly anything, up to 64 characters. */
const PERSON = '<img src=x onerror="globalThis.hacked=1">שלום 👩🏽 {{1}}';

/** What no page of ours has. */
const INJECTED =
  'iframe[srcdoc], img[src="x"], img[src*="elsewhere"], svg[onload], [onerror], [onload], ' +
  'a[href^="javascript" i], a[href^="data" i], style:not([nonce]), link[href*="elsewhere"]';

/** What must be true of a document, whatever it shows. */
const CONDITION = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  const named = (element) => element.tagName + '.' + element.className;
  const all = [...document.querySelectorAll('body *')];
  // The page itself cuts off what nothing else does: what stands out inside of it is a mistake all the same.
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

async function assertHarmless(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    assert.deepEqual(
      await frame.evaluate(CONDITION),
      { hacked: null, injected: 0, overflow: [] },
      frame.url(),
    );
  }
}

test('hostile strings are shown harmlessly on every page, and fit at 360 px', async (t) => {
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
  await api('/invitations/accept', { token, name: PERSON, email, password: 'whoever this may be' });
  await api('/session', { login: 'owner', password: 'granite and moss' });
  await api(`${account}/invitations`, {
    role: 'analyst',
    email: `<script>${'x'.repeat(80)}</script>@example.org`,
  });

  const values = { account: service.hostIdentifier, engine: LONG_NAME };
  const choices = `title=title&text=tags&address=link&image=image&facets=tags,link&sorts=title`;
  const addresses = [
    ...(await routeTable()).flatMap(({ path: route }) =>
      route.includes(':document')
        ? TEXTS.filter((text) => text !== '..').map((document) => addressOf(route, { ...values, document }))
        : [addressOf(route, values)],
    ),
    `${at('engines', LONG_NAME, 'documents', '-')}?id=..`,
    `${at('engines')}?delete=${LONG_NAME}`,
    `${at('engines', LONG_NAME)}?test=on&test-facets=tags,title&test-options=on`,
    `${at('engines', LONG_NAME, 'preview')}?${choices}`,
    `${at('engines', LONG_NAME, 'preview')}?${choices}&view=code&file=src/options.ts`,
    `/preview/${service.hostIdentifier}/${LONG_NAME}?${choices}`,
    // Addresses are typed by strangers, too.
    ...['script', 'image with a handler', 'right-to-left override', 'very long word', 'template'].flatMap(
      (kind) => {
        const text = HOSTILE[kind] ?? '';
        const query = encodeURIComponent(text);
        return [
          `/accounts/${query}/engines`,
          at('engines', text),
          at('engines', LONG_NAME, 'documents', `${text} is not there`),
          `${at('engines', LONG_NAME)}?test=on&test-query=${query}&test-filters=${query}&test-facets=${query}&test-sort=${query}`,
          `${at('engines', LONG_NAME, 'documents')}?q=${query}&by=tags&is=tags:${query}&sort=${query}`,
          `/preview/${service.hostIdentifier}/${LONG_NAME}?${choices}&q=${query}`,
        ];
      },
    ),
  ];
  const main = page.locator('main, [role="alert"]').first();
  for (const address of addresses) {
    await t.test(address.length > 120 ? `${address.slice(0, 120)}…` : address, async () => {
      await page.goto(address);
      await main.waitFor();
      await page.waitForLoadState('networkidle');
      await assertHarmless(page);
    });
  }
  assert.deepEqual(dialogs, []);

  await t.test('texts are there to be read, letter by letter', async () => {
    const shown = async (): Promise<string> => (await page.locator('body').textContent()) ?? '';
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
      await page.goto(at('engines', LONG_NAME, 'documents', text));
      await settled(page);
      assert.ok(
        (await shown()).includes(text.replaceAll('\r\n', '\n')) || (await shown()).includes(text),
        kind,
      );
    }
    await page.goto(at('people'));
    await page.getByText(PERSON).first().waitFor();
  });

  await t.test('names that the API refuses are refused in words, as text', async () => {
    for (const text of TEXTS.filter((one) => !/[\r\n\u2028]/.test(one)).slice(0, 12)) {
      await page.goto(`${at('engines')}?create=on`);
      await page.getByLabel('Name').fill(text);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page
        .getByRole('dialog')
        .getByText(/^Name /)
        .waitFor();
      await assertHarmless(page);
    }
  });
});
