/**
 * The direction of imports: main → app → api → domains → platform → ports ← adapters.
 * Type imports count like any other, so that types cannot tie together what the code keeps apart.
 */

/** Top to bottom: a domain imports only from its own tier and from tiers above it. Tiers on one line are strangers. */
const TIERS = [
  ['foundation'],
  ['identity'],
  ['graph'],
  ['content', 'messaging', 'money'],
  ['creator'],
  ['trust'],
  ['insight'],
];

const TEST_FILE = '\\.(test|contract)\\.ts$';
const OURS = '^(src|test|db|bench|client|scripts)/';

/** What a domain shows to others; `.schema.ts` has a rule of its own. */
const PUBLIC_DOMAIN_FILE = '\\.(service|policy|loaders|events|types|schema)\\.ts$';

const forbidden = [
  {
    name: 'no-cycles',
    comment: 'Files that import each other can only be read, tested and moved together.',
    severity: 'error',
    from: { path: '^(src|client/src)/' },
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'A file that nothing imports and that imports nothing is dead.',
    severity: 'error',
    from: { orphan: true, path: '^(src|client/src)/', pathNot: [TEST_FILE, '\\.d\\.m?ts$'] },
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
    from: { path: '^(src|db|client/src)/', pathNot: TEST_FILE },
    to: { path: ['^(client/)?test/', TEST_FILE] },
  },
  layer('ports', ['^src/ports/'], 'A port is named by the need and knows nobody who meets it.'),
  layer('platform', ['^src/platform/', '^src/ports/'], 'The platform knows no domain.'),
  layer(
    'config',
    ['^src/platform/'],
    'The configuration is read before anything else exists.',
    '^src/config\\.ts$',
  ),
  layer(
    'adapters',
    ['^src/adapters/', '^src/platform/', '^src/ports/'],
    'An adapter serves a port, not a caller.',
  ),
  layer(
    'domains',
    ['^src/domains/', '^src/platform/', '^src/ports/'],
    'Domains know neither transport nor vendor.',
  ),
  layer(
    'api',
    ['^src/api/', '^src/platform/', '^src/ports/', '^src/domains/.+\\.(schema|service)\\.ts$'],
    'The transport combines schemas and asks services; it knows no SQL, job or adapter.',
  ),
  {
    name: 'client-stands-alone',
    comment: 'The reference client is a package that others install without the server.',
    severity: 'error',
    from: { path: '^client/src/' },
    to: { path: OURS, pathNot: '^client/src/' },
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
    from: { path: '^src/', pathNot: ['^src/adapters/', '^src/open-ports\\.ts$', TEST_FILE] },
    to: { path: '^src/adapters/' },
  },
  {
    name: 'adapters-load-on-demand',
    comment:
      'All vendor SDKs together cost seconds and hundreds of megabytes: use `await import()` in the branch that chose it.',
    severity: 'error',
    from: { path: '^src/open-ports\\.ts$' },
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
    name: 'schemas-only-from-schemas',
    comment: 'Business code does not depend on how the API shows it.',
    severity: 'error',
    from: { path: '^src/domains/([^/]+)/([^/]+)/', pathNot: ['\\.schema\\.ts$', TEST_FILE] },
    to: { path: '^src/domains/.+\\.schema\\.ts$', pathNot: '^src/domains/$1/$2/' },
  },
  ...tierRules(),
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: ['node_modules', '^bench/peers/'] },
    exclude: { path: ['^bench/peers/', '/node_modules/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};

/** Files of `src/<name>/` import nothing of ours outside `allowed`. Tests may import anything. */
function layer(name, allowed, comment, path = `^src/${name}/`) {
  return {
    name: `${name}-import-only-what-they-may`,
    comment,
    severity: 'error',
    from: { path, pathNot: TEST_FILE },
    to: { path: OURS, pathNot: allowed },
  };
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
