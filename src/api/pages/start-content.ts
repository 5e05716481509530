import { escapeHtml } from '#platform/kernel/html.ts';
import type { Health } from '#platform/faults/health.ts';
import { type Link, linkTo } from './page.ts';

export type FirstUser = { readonly username: string; readonly email: string; readonly password: string };

/** A part that the process uses, and whether it works. */
export type State = { readonly name: string; readonly what: string; readonly health: Health };

export type Development = {
  readonly version: string;
  /** URLs of the pages of the private listener, when it is on a loopback address. */
  readonly privatePages: readonly string[];
  /** Address of the web app; null where none is known. */
  readonly appUrl: string | null;
  /** Address of the admin panel; null where none is known. */
  readonly panelUrl: string | null;
  /** Users whom pages sign in as: the explorer opens as the first. None without the demo world, and before it is there. */
  readonly firstUsers: () => Promise<readonly FirstUser[]>;
  readonly hasDemo: boolean;
  readonly states: () => Promise<readonly State[]>;
};

export type StartContent = {
  readonly hasExplorer: boolean;
  /** Facts for people who develop alone; null in production. */
  readonly development: Development | null;
  readonly clientPath: string;
  /** Null when the admin endpoint is on another listener. */
  readonly adminPath: string | null;
};

/** Documents of the source, under the path of the page. */
export const DOCUMENTS_PATH = '/read/';

/** Path of a page on which two tabs call each other. */
export const CALL_PATH = '/call';

/** People who call each other there: the first two of the demo world. Null where there are none. */
export function callersOf(users: readonly FirstUser[]): readonly [FirstUser, FirstUser] | null {
  const [one, other] = users;
  return one && other ? [one, other] : null;
}

/** Links in the bar of every page of the public listener. */
export const linksOf = ({ hasExplorer, development, clientPath, adminPath }: StartContent): Link[] => [
  ...(hasExplorer
    ? [
        { url: clientPath, name: 'Explorer' },
        ...(adminPath === null ? [] : [{ url: adminPath, name: 'Admin' }]),
      ]
    : []),
  ...(development ? [{ url: `${DOCUMENTS_PATH}README.md`, name: 'Read' }] : []),
];

/** Fills the slots of `start.html`. `isLocal`: whether a program of this machine asks. */
export async function slotsOf(
  options: StartContent,
  isLocal: boolean,
): Promise<Readonly<Record<string, string>>> {
  const { development, hasExplorer, clientPath, adminPath } = options;
  const users = hasExplorer && isLocal ? await development?.firstUsers() : [];
  const cards = [
    ...(development?.appUrl ? [appCard(development.appUrl)] : []),
    ...(development?.hasDemo ? [demoCard(users ?? [])] : []),
    ...(adminPath === null ? [] : [adminCard(adminPath, options)]),
    card(
      'Explore the API',
      'The endpoint of the web front end and the iOS app, with every field described.',
      {
        action: hasExplorer ? buttonTo(clientPath, 'Open the explorer') : codeOf(clientPath),
        note: development
          ? `Step by step: ${linkTo({ url: `${DOCUMENTS_PATH}docs/guides/first-run.md`, name: 'the first run' })}.`
          : '',
      },
    ),
  ];
  return {
    // The path at which the page asks for posts.
    demo: development?.hasDemo ? escapeHtml(clientPath) : '',
    states: development ? statesOf(await development.states()) : '',
    cards: cards.join('\n'),
    rest: development ? restOf(development, isLocal) : '',
  };
}

/** The page for programs that take no HTML, such as `curl`. */
export function startText({ development, clientPath, adminPath }: StartContent, origin: string): string {
  const version = development ? ` ${development.version}` : '';
  const admin = adminPath === null ? '' : `  Admin panel              ${origin}${adminPath}\n`;
  return `Plaza${version}: the backend of a social platform. Its whole public API is GraphQL, by POST.

  Web front end, iOS app   ${origin}${clientPath}
${admin}
Ask it something:

  curl ${origin}${clientPath} -H 'content-type: application/json' \\
    -d '${JSON.stringify({ query: FIRST_QUERY })}'

A browser shows explorers at these addresses.
`;
}

const FIRST_QUERY = '{ exploreFeed(first: 3) { nodes { text author { displayName } } } }';

const appCard = (url: string): string =>
  card('Use the app', 'The social network itself, in this browser and on a phone.', {
    action: buttonTo(url, 'Open the app'),
    note: 'It signs in as anybody of the demo world by a click; the first opening builds it.',
  });

const adminCard = (adminPath: string, { hasExplorer, development }: StartContent): string =>
  card('Run the panel', 'People, content, coins, restrictions, and a log of whatever an admin does.', {
    action: development?.panelUrl
      ? buttonTo(development.panelUrl, 'Open the panel')
      : hasExplorer
        ? buttonTo(adminPath, 'Open the admin explorer')
        : codeOf(adminPath),
    note: development
      ? 'Sign in as the admin whom the first start has printed. All admins of the demo world, each of another role, are in <code>first-run.json</code> with them.'
      : '',
  });

/** The first part of a username, as a name. */
export function shortName({ username }: FirstUser): string {
  const [name = username] = username.split(/[._]/);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function demoCard(users: readonly FirstUser[]): string {
  const [user] = users;
  const text = 'A demo world of people who post, follow, vote, chat and tip, with pictures and faces.';
  const note = 'Everybody to sign in as is in <code>first-run.json</code>, in the data folder.';
  if (!user) return card('Look at it', text, { note });
  const action = `<button>Open as ${escapeHtml(shortName(user))}</button>`;
  const call = callersOf(users) ? ` ${linkTo({ url: CALL_PATH, name: 'Call between two tabs' })}.` : '';
  return card('Look at it', text, { action, note: note + call });
}

const card = (title: string, text: string, { action = '', note = '' }): string =>
  `<section class="card"><h2>${title}</h2><p>${text}</p>${action}${note && `<p class="small">${note}</p>`}</section>`;

const buttonTo = (url: string, name: string): string =>
  `<a class="button" href="${escapeHtml(url)}">${escapeHtml(name)}</a>`;

const codeOf = (path: string): string => `<code>POST ${escapeHtml(path)}</code>`;

function statesOf(states: readonly State[]): string {
  const items = states.map(
    ({ name, what, health }) =>
      `<li class="${health}">${escapeHtml(name)} <span>${escapeHtml(health === 'ready' ? what : health)}</span></li>`,
  );
  return `<ul class="states">${items.join('')}</ul>`;
}

const DOCUMENTS: readonly (readonly [path: string, name: string, about: string])[] = [
  [
    'docs/guides/first-run.md',
    'First run',
    'From the first token to the first live message, in five minutes.',
  ],
  ['docs/guides/nextjs.md', 'Next.js', 'A page rendered by its server, and a feed in the browser.'],
  ['docs/guides/ios.md', 'iOS', 'Apollo iOS: tokens, uploads and subscriptions.'],
  ['docs/guides/search.md', 'Search', 'What a query finds, and how lists are ranked.'],
  ['client/README.md', 'The client package', 'Sessions, sockets and lists for a front end in TypeScript.'],
  [
    'schema/client.graphql',
    'Client schema',
    'Every field of the web endpoint; the admin schema is beside it.',
  ],
  ['docs/schema-style.md', 'Style of the schema', 'Names, nullability, errors and units of every field.'],
  ['schema/access.md', 'Who may call what', 'The access rule of every root field.'],
  ['docs/operations.md', 'Operations', 'Settings, sizes, backups, and running it for others.'],
  ['ARCHITECTURE.md', 'Architecture', 'The map of the code and the way of one request.'],
  ['docs/decisions/', 'Decisions', 'Why it is as it is.'],
];

function restOf({ version, privatePages }: Development, isLocal: boolean): string {
  const documents = DOCUMENTS.map(
    ([path, name, about]) => `<li>${linkTo({ url: DOCUMENTS_PATH + path, name })}<span>${about}</span></li>`,
  );
  const pages = privatePages.map((url) => linkTo({ url, name: new URL(url).pathname.slice(1) }));
  return [
    `<h2>Read</h2><ul class="links">${documents.join('')}</ul>`,
    ...(isLocal && pages.length > 0
      ? [`<h2>On this machine alone</h2><p class="small">${pages.join(' · ')}</p>`]
      : []),
    `<p class="small foot">Version ${escapeHtml(version)}</p>`,
  ].join('\n');
}
