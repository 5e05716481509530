const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { apps } = require('./scripts/app-entries.cjs');

/**
 * The direction of imports: main → app → api → domains → platform → ports ← adapters.
 * Type imports count like any other, so that types cannot tie together what the code keeps apart.
 */

/** Top to bottom: a domain imports only from its own tier and from tiers above it. Tiers on one line are strangers. */
const TIERS = [
  ['foundation'],
  ['identity'],
  ['graph'],
  ['content'],
  ['messaging', 'money'],
  ['creator'],
  ['trust'],
  ['insight'],
];

/** The domains that have a door, each with its tier, in the order of `src/domains/modules.ts`. */
const DOORS = [
  ...readFileSync(join(__dirname, 'src/domains/modules.ts'), 'utf8').matchAll(
    /^import '#domains\/([^/]+)\/([^/]+)\/[^/]+\.module\.ts';$/gm,
  ),
].map(([, tier, domain]) => ({ tier, domain }));

/** Top to bottom: a storey of the platform imports only itself and those above it. */
const STOREYS = ['kernel', 'faults', 'caches', 'secrets', 'db', 'outbox', 'request', 'graphql'];

/** The rooms of the API, each with those that it may import besides itself; the files above them join them. */
const ROOMS = {
  execution: [],
  live: ['execution'],
  uploads: ['execution'],
  http: ['execution', 'uploads'],
  sockets: ['execution', 'live', 'http'],
  pages: [],
  ops: ['execution', 'live'],
};

const TEST_FILE = '\\.(test|contract)\\.ts$';
const literal = (path) => path.replaceAll('.', '\\.');

const OURS = '^(src|test|db|bench|client|packages|scripts)/';

/** What a domain shows to others; `.schema.ts` has a rule of its own. */
const PUBLIC_DOMAIN_FILE = '\\.(service|policy|loaders|events|types|schema)\\.ts$';

const forbidden = [
  {
    name: 'no-cycles',
    comment: 'Files that import each other can only be read, tested and moved together.',
    severity: 'error',
    from: { path: '^(src|client/src|packages)/' },
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'A file that nothing imports and that imports nothing is dead.',
    severity: 'error',
    from: {
      orphan: true,
      path: '^(src|client/src|packages)/',
      pathNot: [TEST_FILE, '\\.d\\.m?ts$', '^packages/web-app/public/'],
    },
    to: {},
  },
  {
    name: 'no-unreachable-files',
    comment: 'What the command line cannot reach is dead in production, whatever tests import it.',
    severity: 'error',
    from: { path: '^src/main\\.ts$' },
    to: { path: '^src/', pathNot: [TEST_FILE], reachable: false },
  },
  {
    name: 'nothing-unresolvable',
    comment: 'An import that cannot be resolved escapes every other rule.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: ['^client/src/generated/'] },
  },
  {
    name: 'production-knows-no-tests',
    comment: 'Production code runs without the test folder.',
    severity: 'error',
    from: { path: '^(src|db|client/src|packages)/', pathNot: TEST_FILE },
    to: { path: ['^(client/)?test/', TEST_FILE] },
  },
  layer('ports', ['^src/ports/'], 'A port is named by the need and knows nobody who meets it.'),
  layer('platform', ['^src/platform/', '^src/ports/'], 'The platform knows no domain.'),
  ...storeyRules(),
  layer(
    'config',
    ['^src/config/', '^src/platform/', '^src/domains/modules\\.ts$'],
    'The configuration is read before anything else exists; of the domains it knows their limits.',
  ),
  layer(
    'adapters',
    ['^src/adapters/', '^packages/stripe-sandbox/', '^src/platform/', '^src/ports/'],
    'An adapter serves a port, not a caller.',
  ),
  layer(
    'domains',
    ['^src/domains/', '^src/platform/', '^src/ports/'],
    'Domains know neither transport nor vendor.',
  ),
  layer(
    'api',
    [
      '^src/api/',
      '^src/platform/',
      '^src/ports/',
      '^src/domains/modules\\.ts$',
      '^src/domains/.+\\.(schema|service)\\.ts$',
    ],
    'The transport combines schemas and asks services; it knows no SQL, job or adapter.',
  ),
  ...roomRules(),
  layer(
    'app',
    [
      '^src/app/',
      '^src/config/',
      '^src/api/',
      '^src/adapters/',
      '^src/domains/',
      '^src/platform/',
      '^src/ports/',
    ],
    'The product is put together without a word of the command that asks for it.',
  ),
  {
    name: 'client-stands-alone',
    comment: 'The reference client is a package that others install without the server.',
    severity: 'error',
    from: { path: '^client/src/' },
    to: { path: OURS, pathNot: '^client/src/' },
  },
  {
    name: 'packages-stand-alone',
    comment: 'A package is a product of its own: what it needs of its user comes as arguments.',
    severity: 'error',
    from: { path: '^packages/([^/]+)/', pathNot: apps.map(({ folder }) => `^${folder}/`) },
    to: { path: OURS, pathNot: '^packages/$1/' },
  },
  ...apps.map(({ folder, entries }) => ({
    name: `${folder.replace('packages/', '')}-takes-its-entries-of-the-client`,
    comment: 'An app takes of the client what others install: entries, by their names.',
    severity: 'error',
    from: { path: `^${folder}/` },
    to: {
      path: OURS,
      pathNot: [`^${folder}/`, '^packages/built-app/', ...entries.map(({ file }) => `^${literal(file)}$`)],
    },
  })),
  {
    name: 'embedded-postgres-only-from-commands',
    comment:
      'The commands choose where the database comes from; everything below them gets a connection string.',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/commands/', TEST_FILE] },
    to: { path: '^packages/embedded-postgres-server/' },
  },
  {
    name: 'embedded-postgres-loads-on-demand',
    comment: 'An installation with a PostgreSQL of its own may leave the package out: use `await import()`.',
    severity: 'error',
    from: { path: '^src/commands/' },
    to: { path: '^packages/embedded-postgres-server/', dynamic: false },
  },
  {
    name: 'adapters-do-not-mix',
    comment: 'Adapters of one port may share code; those of another port may be absent.',
    severity: 'error',
    from: { path: '^src/adapters/([^/]+)/', pathNot: TEST_FILE },
    to: { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
  },
  {
    name: 'adapters-only-from-open-ports',
    comment: 'One file of the composition root chooses adapters.',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/adapters/', '^src/app/open-ports\\.ts$', TEST_FILE] },
    to: { path: '^src/adapters/' },
  },
  {
    name: 'adapters-load-on-demand',
    comment:
      'All vendor SDKs together cost seconds and hundreds of megabytes: use `await import()` in the branch that chose it.',
    severity: 'error',
    from: { path: '^src/app/open-ports\\.ts$' },
    to: { path: '^src/adapters/', dynamic: false },
  },
  {
    name: 'domain-files-stay-private',
    comment: 'The suffix is the visibility: queries, jobs and state belong to their domain alone.',
    severity: 'error',
    from: { path: '^src/domains/([^/]+)/([^/]+)/', pathNot: TEST_FILE },
    to: { path: '^src/domains/', pathNot: ['^src/domains/$1/$2/', PUBLIC_DOMAIN_FILE] },
  },
  {
    name: 'modules-only-from-the-list',
    comment: 'A domain is told of by its door, and the list of domains is the one place that opens it.',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/domains/modules\\.ts$', TEST_FILE] },
    to: { path: '^src/domains/.+\\.module\\.ts$' },
  },
  {
    name: 'schemas-only-from-schemas',
    comment: 'Business code does not depend on how the API shows it.',
    severity: 'error',
    from: { path: '^src/domains/([^/]+)/([^/]+)/', pathNot: ['\\.(schema|module)\\.ts$', TEST_FILE] },
    to: { path: '^src/domains/.+\\.schema\\.ts$', pathNot: '^src/domains/$1/$2/' },
  },
  ...tierRules(),
  ...orderRules(),
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: ['node_modules', '^bench/peers/'] },
    exclude: {
      path: [
        '^bench/peers/',
        '^client/dist/',
        '^packages/(admin-panel|web-app)/(dist|src/generated)/',
        '\\.generated\\.ts$',
        '/node_modules/',
      ],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // The names by which apps import the client.
    webpackConfig: { fileName: 'scripts/app-entries.cjs' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};

/** Files of `src/<name>/` import nothing of ours outside `allowed`. Tests may import anything. */
function layer(name, allowed, comment) {
  return {
    name: `${name}-import-only-what-they-may`,
    comment,
    severity: 'error',
    from: { path: `^src/${name}/`, pathNot: TEST_FILE },
    to: { path: OURS, pathNot: allowed },
  };
}

function storeyRules() {
  return STOREYS.map((storey, depth) => ({
    name: `platform-${storey}-imports-only-upwards`,
    comment: 'What a storey stands on knows nothing of it.',
    severity: 'error',
    from: { path: `^src/platform/${storey}/`, pathNot: TEST_FILE },
    to: { path: '^src/platform/', pathNot: `^src/platform/(${STOREYS.slice(0, depth + 1).join('|')})/` },
  }));
}

function roomRules() {
  return Object.entries(ROOMS).map(([room, known]) => ({
    name: `api-${room}-imports-only-what-it-may`,
    comment:
      'A transport brings operations to the execution and tells neither it nor another transport of itself.',
    severity: 'error',
    from: { path: `^src/api/${room}/`, pathNot: TEST_FILE },
    to: { path: '^src/api/', pathNot: `^src/api/(${[room, ...known].join('|')})/` },
  }));
}

function tierRules() {
  return TIERS.flatMap((level, depth) =>
    level.map((tier) => {
      const known = [...TIERS.slice(0, depth).flat(), tier];
      return {
        name: `${tier}-imports-only-upwards`,
        comment:
          'Knowledge that must travel down the other way goes by events, or by fields added to a higher type.',
        severity: 'error',
        from: { path: `^src/domains/${tier}/`, pathNot: TEST_FILE },
        to: { path: '^src/domains/', pathNot: `^src/domains/(${known.join('|')})/` },
      };
    }),
  );
}

/** Inside a tier a domain imports only those above it in `src/domains/modules.ts`; folders without a door are above all of them. */
function orderRules() {
  const comment = 'What two domains need of each other belongs to the one above, or travels as an event.';
  return TIERS.flat().flatMap((tier) => {
    const domains = DOORS.filter((door) => door.tier === tier).map((door) => door.domain);
    if (domains.length === 0) return [];
    const rule = (name, path, below) => ({
      name: `${name}-imports-only-domains-above-it`,
      comment,
      severity: 'error',
      from: { path, pathNot: TEST_FILE },
      to: { path: `^src/domains/${tier}/(${below.join('|')})/` },
    });
    return [
      rule(tier, `^src/domains/${tier}/(?!(${domains.join('|')})/)`, domains),
      ...domains
        .slice(0, -1)
        .map((domain, index) => rule(domain, `^src/domains/${tier}/${domain}/`, domains.slice(index + 1))),
    ];
  });
}
