import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';

/**
 * Takes pictures of every screen, light and dark, on a phone and wide, of a running `npm start` with its demo world:
 * `npm run screenshots [-- --data ./data --out data/screens --only messages]`. Those of the README are renewed with `--pictures docs/pictures`.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'data' },
    out: { type: 'string', default: 'data/screens' },
    /** A part of the names of the screens. */
    only: { type: 'string', default: '' },
    /** Folder of the pictures of the README; none are renewed without it. */
    pictures: { type: 'string', default: '' },
    browser: { type: 'string', default: '/usr/bin/chromium' },
  },
});

const LOOKS = [
  { name: 'phone-light', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { name: 'wide-light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'wide-dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
] as const;

/** The screens that the README shows. */
const PICTURES: readonly string[] = [
  'feed-wide-light',
  'profile-creator-phone-light',
  'conversation-phone-dark',
  'wallet-phone-light',
];
const JPEG_QUALITY = 80;

type Screen = {
  readonly name: string;
  /** Address, or a way to the screen. */
  readonly at: string | ((page: Page) => Promise<void>);
};

/** Follows the first link of a screen whose address begins so. */
const firstLink =
  (from: string, begins: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(from);
    await page.locator(`main a[href^="${begins}"]`).first().click();
  };

/** Opens what a button of a screen opens. */
const opened =
  (from: string, name: string) =>
  async (page: Page): Promise<void> => {
    await page.goto(from);
    await page.getByRole('main').getByRole('button', { name }).first().click();
  };

/** A person of the demo world who sells tiers. */
const CREATOR = 'mateo.ruiz';

const OUTSIDE: readonly Screen[] = [
  { name: 'register', at: '/register' },
  { name: 'reset-password', at: '/reset-password' },
  { name: 'notice', at: '/notice' },
  { name: 'verify-email', at: '/verify-email?code=123456' },
];

const screensOf = (own: string): readonly Screen[] => [
  { name: 'feed', at: '/' },
  { name: 'post', at: firstLink('/', '/posts/') },
  { name: 'compose', at: '/compose' },
  { name: 'explore', at: '/explore' },
  { name: 'search', at: '/search?q=ba' },
  { name: 'profile-own', at: `/u/${own}` },
  { name: 'profile', at: firstLink('/', '/u/') },
  { name: 'followers', at: `/u/${own}/followers` },
  { name: 'profile-creator', at: `/u/${CREATOR}` },
  { name: 'tiers', at: `/u/${CREATOR}/tiers` },
  { name: 'tip', at: opened(`/u/${CREATOR}`, 'Tip') },
  { name: 'menu', at: opened(`/u/${CREATOR}`, 'More') },
  { name: 'hashtags', at: '/tags' },
  { name: 'hashtag', at: firstLink('/explore', '/tags/') },
  { name: 'saved', at: '/saved' },
  { name: 'collection', at: firstLink('/saved', '/saved/') },
  { name: 'messages', at: '/messages' },
  { name: 'message-requests', at: '/messages?inbox=requests' },
  { name: 'conversation', at: firstLink('/messages', '/messages/conversation') },
  { name: 'details', at: detailsOfConversation },
  { name: 'notifications', at: '/notifications' },
  { name: 'calls', at: '/calls' },
  { name: 'wallet', at: '/wallet' },
  { name: 'tips', at: '/wallet/tips' },
  { name: 'cards', at: '/wallet/cards' },
  { name: 'payments', at: '/wallet/payments' },
  { name: 'limits', at: '/wallet/limits' },
  { name: 'subscriptions', at: '/subscriptions' },
  { name: 'creator', at: '/creator' },
  { name: 'members', at: '/creator/members' },
  { name: 'earnings', at: '/creator/earnings' },
  { name: 'requests', at: '/requests' },
  ...['', '/account', '/data', '/sessions', '/privacy', '/blocked', '/muted', '/words', '/appearance'].map(
    (part) => ({ name: `settings${part.replace('/', '-')}`, at: `/settings${part}` }),
  ),
  { name: 'settings-notifications', at: '/settings/notifications' },
  { name: 'settings-standing', at: '/settings/standing' },
  { name: 'settings-verification', at: '/settings/verification' },
  { name: 'settings-calls', at: '/settings/calls' },
  { name: 'settings-reports', at: '/settings/reports' },
];

async function detailsOfConversation(page: Page): Promise<void> {
  await firstLink('/messages', '/messages/conversation')(page);
  await page.waitForURL('**/messages/conversation*');
  await page.goto(`${page.url()}/details`);
}

type Note = {
  readonly appUrl: string;
  readonly users: readonly { readonly username: string; readonly email: string; readonly password: string }[];
};

// `npm start` writes it by this shape.
const note = JSON.parse(await readFile(path.join(values.data, 'first-run.json'), 'utf8')) as Note;
const [person] = note.users;
if (!person) throw new Error('There is nobody to sign in as: start with the demo world.');
const { username, email, password } = person;
await mkdir(values.out, { recursive: true });
const browser = await chromium.launch({ executablePath: values.browser, args: ['--no-sandbox'] });
for (const look of LOOKS) await takeAll(browser, look);
await browser.close();

async function takeAll(of: Browser, { name: lookName, ...look }: (typeof LOOKS)[number]): Promise<void> {
  const context = await of.newContext({
    ...look,
    baseURL: note.appUrl,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  for (const { name, at } of OUTSIDE) await takeScreen(page, lookName, { name, at });
  await page.goto('/sign-in');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await take(page, `sign-in-${lookName}`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('article').first().waitFor();
  for (const screen of screensOf(username)) await takeScreen(page, lookName, screen);
  await context.close();
}

async function takeScreen(page: Page, lookName: string, { name, at }: Screen): Promise<void> {
  if (!name.includes(values.only)) return;
  if (typeof at === 'string') await page.goto(at);
  else await at(page);
  await take(page, `${name}-${lookName}`);
}

/** Takes a picture once nothing is asked any more and no skeleton is left. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.screenshot({ path: path.join(values.out, `${name}.png`) });
  if (values.pictures === '' || !PICTURES.includes(name)) return;
  await page.screenshot({
    path: path.join(values.pictures, `${name}.jpg`),
    type: 'jpeg',
    quality: JPEG_QUALITY,
  });
}
