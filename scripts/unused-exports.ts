/**
 * Finds exported values that no other file imports, or only tests. Types are exempt: one that appears in a signature may be
 * exported for its readers. A namespace import counts as the use of everything in its file.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const READ = [
  'src/**/*.ts',
  'test/**/*.ts',
  'db/**/*.ts',
  'bench/**/*.ts',
  '{client,packages/*}/{src,test}/**/*.{ts,tsx}',
  'packages/*/{serve,scripts}/*.ts',
  'packages/built-app/*.ts',
  'scripts/*.ts',
];
const EXCLUDED = /(^|\/)node_modules$|^packages\/(admin-panel|web-app)\/src\/generated$|\.generated\.ts$/;
const CHECKED = /^(src|packages\/[^/]+\/src)\/(?!.*\.(test|contract)\.ts$)/;
const TEST = /(^|\/)test\/|\.(test|contract)\.ts$/;
const WHOLE_FILE = '*';
const SET_PARENTS = true;

type Usage = Map<string, Set<string>>;
type Exported = { readonly file: string; readonly name: string };

/** Exports that only tests may import, each with the reason. */
const FOR_TESTS: Record<string, string> = {
  'src/domains/creator/subscriptions/periods.policy.ts: afterPeriods':
    'Its test counts periods over years, of which the product needs one at a time.',
  'src/domains/messaging/calls/calls.state.ts: CALL_TRANSITIONS':
    'Tests compare the states of random histories with it; writes name the one state that they start from.',
  'src/domains/content/comments/comments.service.ts: publishComment':
    'Tests hold comments from their beginning on, whatever screening finds.',
  'src/domains/trust/cases/cases.queries.ts: claimableSql': 'Its test explains the plan of a claim.',
  'src/platform/secrets/passwords.ts: PASSWORD_COST':
    'Tests hash passwords cheaply, except tests of passwords.',
  'src/api/schema.ts: proveSplit': 'Its test needs mistakes that the schema of the product does not have.',
  'packages/embedded-postgres-server/src/cluster.ts: restoreLibraryLinks':
    'It repairs installations that a test cannot create.',
};

const sources = globSync(READ, { exclude: (path) => EXCLUDED.test(path) }).map((file) =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, SET_PARENTS),
);
const prefixes = readImportPrefixes();
const entries = readPackageEntries();
const usage = usageIn(sources);
const usageOutsideTests = usageIn(sources.filter(({ fileName }) => !TEST.test(fileName)));

const exported = sources
  .filter(({ fileName }) => CHECKED.test(fileName))
  .flatMap((source) => exportedValues(source).map((name) => ({ file: source.fileName, name })));
const unused = exported.filter((value) => !isUsed(usage, value));
const testsOnly = exported.filter((value) => isUsed(usage, value) && !isUsed(usageOutsideTests, value));
report('Exported, but imported nowhere:', unused);
report(
  'Exported only for tests:',
  testsOnly.filter((value) => !(textOf(value) in FOR_TESTS)),
);
report(
  'Allowed only for tests, but used elsewhere:',
  exported.filter((value) => textOf(value) in FOR_TESTS && !testsOnly.includes(value)),
);

function report(what: string, found: readonly Exported[]): void {
  if (found.length === 0) return;
  console.log(`${what}\n${found.map(textOf).join('\n')}`);
  process.exitCode = 1;
}

function textOf({ file, name }: Exported): string {
  return `${file}: ${name}`;
}

function isUsed(usage: Usage, { file, name }: Exported): boolean {
  const names = usage.get(file);
  return names !== undefined && (names.has(name) || names.has(WHOLE_FILE));
}

function usageIn(files: readonly ts.SourceFile[]): Usage {
  const usage: Usage = new Map();
  for (const source of files) collectImports(source, usage);
  return usage;
}

function exportedValues(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return statement.isTypeOnly ? [] : reexportedNames(statement);
    if (!ts.canHaveModifiers(statement)) return [];
    const isExported =
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    if (!isExported) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations
        .map(({ name }) => name)
        .filter(ts.isIdentifier)
        .map(({ text }) => text);
    }
    const isNamedValue = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
    return isNamedValue && statement.name ? [statement.name.text] : [];
  });
}

function reexportedNames({ exportClause }: ts.ExportDeclaration): string[] {
  if (!exportClause || !ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text);
}

function collectImports(source: ts.SourceFile, usage: Usage): void {
  const use = (specifier: ts.Node, names: readonly string[]) => {
    if (!ts.isStringLiteral(specifier)) return;
    const file = resolve(source.fileName, specifier.text);
    if (file !== null) usage.set(file, new Set([...(usage.get(file) ?? []), ...names]));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      use(node.moduleSpecifier, importedNames(node.importClause?.namedBindings));
    if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      use(node.moduleSpecifier, importedNames(node.exportClause));
    const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    if (isDynamic && node.arguments[0]) use(node.arguments[0], dynamicallyImportedNames(node));
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      use(node.argument.literal, [WHOLE_FILE]);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function importedNames(bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined): string[] {
  if (!bindings) return [];
  if (!ts.isNamedImports(bindings) && !ts.isNamedExports(bindings)) return [WHOLE_FILE];
  return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}

/** Names of `const { name } = await import(…)` and `(await import(…)).name`; any other form uses the whole file. */
function dynamicallyImportedNames(node: ts.Node): string[] {
  let awaited = node.parent;
  while (ts.isAwaitExpression(awaited) || ts.isParenthesizedExpression(awaited)) awaited = awaited.parent;
  if (ts.isPropertyAccessExpression(awaited)) return [awaited.name.text];
  if (!ts.isVariableDeclaration(awaited) || !ts.isObjectBindingPattern(awaited.name)) return [WHOLE_FILE];
  return awaited.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
}

/** Null for an external package. */
function resolve(fromFile: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(fromFile), specifier);
  const prefix = prefixes.find(([alias]) => specifier.startsWith(alias));
  return prefix ? join(prefix[1], specifier.slice(prefix[0].length)) : (entries.get(specifier) ?? null);
}

/** Entry points of our packages: `@plaza/x/y` to `packages/x/src/y.ts`. */
function readPackageEntries(): ReadonlyMap<string, string> {
  return new Map(
    globSync('packages/*/package.json').flatMap((manifest) => {
      // Node itself refuses a manifest whose exports have another shape.
      const { name, exports } = JSON.parse(readFileSync(manifest, 'utf8')) as {
        name: string;
        exports: Record<string, string>;
      };
      return Object.entries(exports).map(([entry, file]): [string, string] => [
        join(name, entry),
        join(dirname(manifest), file),
      ]);
    }),
  );
}

/** `#platform/*` in package.json becomes the pair `#platform/` and `src/platform/`. */
function readImportPrefixes(): [string, string][] {
  // Node itself refuses a manifest whose imports have another shape.
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
  return Object.entries(imports).map(([alias, target]) => [
    alias.replace('*', ''),
    join(target.replace('*', '')),
  ]);
}
