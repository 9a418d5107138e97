import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../test/support/chromium.ts';
import { settled, watchRequests } from '../test/support/settled-page.ts';
import { type Scene, scenes } from './screenshot-scenes.ts';
import { NOW, type Stage, setStage, USER_AGENT } from './screenshot-stage.ts';

/**
 * `npm run screenshots`: every page, light and dark, at both widths, into docs/images. Clock, locale, time zone, fonts and
 * data are fixed, so that a screenshot changes only if its page does.
 *   --only <part of a name>   only matching screenshots
 *   --png <folder>            full-page PNG files into another folder instead
 *   --look <folder>           the same screenshots also as PNG, for viewers without WebP
 */
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, png: { type: 'string' }, look: { type: 'string' } },
});

const FOLDER = options.png ?? join(import.meta.dirname, '../docs/images');
const SIZES = [
  { width: 1280, height: 860 },
  { width: 360, height: 760 },
];
const SCHEMES = ['light', 'dark'] as const;
/** WebP quality: text stays sharp, and all screenshots together stay below 5 MB. */
const QUALITY = 0.82;
/** Fixes dates only: React's scheduler needs a running clock. */
const FIXED_DATE = `{
  const Real = Date;
  globalThis.Date = class Date extends Real {
    constructor(...parts) {
      super(...(parts.length === 0 ? [${NOW}] : parts));
    }
    static now() {
      return ${NOW};
    }
  };
}`;
/** Hides the duration of searches and the data folder, which differ each time. */
const STEADY_TEXTS = `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.data = text.data.replace(/[\\d.,]+ ms\\b/g, '… ms').replace(/^\\S*\\/findling-screenshots-\\w+$/, '/data');
  }
}`;
/** Scrolls an element to just below the header. */
const scrollTo = (selector: string): string =>
  `scrollTo(0, scrollY + document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().top - 80)`;
/** The host in the documentation; the service itself listens on any free port. */
const SHOWN_HOST = 'localhost:3002';

for (const folder of [FOLDER, options.look]) if (folder) mkdirSync(folder, { recursive: true });
const stage = await setStage();
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--font-render-hinting=none',
    '--disable-lcd-text',
    `--host-resolver-rules=MAP ${SHOWN_HOST} 127.0.0.1:${stage.port}`,
  ],
});
try {
  const wanted = (await scenes()).filter(({ name }) => name.includes(options.only ?? ''));
  const printer = await (await browser.newContext()).newPage();
  for (const outside of [true, false]) {
    const context = await contextFor(outside ? undefined : stage.cookie);
    for (const scene of wanted.filter((one) => (one.outside ?? false) === outside)) {
      await shoot(context, scene, printer);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stage.close();
}

async function contextFor(cookie: Stage['cookie'] | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: `http://${SHOWN_HOST}`,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    userAgent: USER_AGENT,
  });
  await context.addInitScript(FIXED_DATE);
  if (cookie !== undefined) {
    const place = { domain: 'localhost', path: '/dashboard', httpOnly: true, sameSite: 'Strict' as const };
    await context.addCookies([{ ...cookie, ...place }]);
  }
  return context;
}

async function shoot(
  context: BrowserContext,
  { name, address, downTo }: Scene,
  printer: Page,
): Promise<void> {
  for (const size of SIZES) {
    const page = await context.newPage();
    watchRequests(page);
    await page.setViewportSize(size);
    await page.goto(address);
    await settled(page);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      await settled(page);
      if (downTo !== undefined && size.width < 500) await page.evaluate(scrollTo(downTo));
      await page.evaluate(STEADY_TEXTS);
      const png = await page.screenshot({
        fullPage: options.png !== undefined,
        animations: 'disabled',
        caret: 'hide',
      });
      const file = `${name}-${colorScheme}-${size.width}`;
      const [plain] = [options.png, options.look].filter((folder) => folder !== undefined);
      if (plain !== undefined) writeFileSync(join(plain, `${file}.png`), png);
      if (options.png === undefined) writeFileSync(join(FOLDER, `${file}.webp`), await asWebp(printer, png));
    }
    await page.close();
  }
}

/** Converts PNG to WebP in Chromium. */
async function asWebp(printer: Page, png: Buffer): Promise<Buffer> {
  const packed = await printer.evaluate(`(async () => {
    const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: ${QUALITY} });
    return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));
  })()`);
  return Buffer.from(String(packed), 'base64');
}
