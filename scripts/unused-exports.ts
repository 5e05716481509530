/**
 * Finds exported values that no other file imports. Types are free: one that appears in a signature may be exported for
 * its readers. A namespace import or a dynamic import counts as the use of everything in its file.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const READ = [
  'src/**/*.ts',
  'test/**/*.ts',
  'db/**/*.ts',
  'bench/**/*.ts',
  'client/{src,test}/**/*.ts',
  'scripts/*.ts',
];
const CHECKED = /^src\/(?!.*\.(test|contract)\.ts$)/;
const WHOLE_FILE = '*';

type Usage = Map<string, Set<string>>;

const sources = globSync(READ, { exclude: (path) => /(^|\/)node_modules$/.test(path) }).map((file) =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext),
);
const prefixes = readImportPrefixes();
const usage: Usage = new Map();
for (const source of sources) collectImports(source, usage);

const unused = sources
  .filter(({ fileName }) => CHECKED.test(fileName) && !usage.get(fileName)?.has(WHOLE_FILE))
  .flatMap((source) =>
    exportedValues(source)
      .filter((name) => !usage.get(source.fileName)?.has(name))
      .map((name) => `${source.fileName}: ${name}`),
  );
if (unused.length > 0) {
  console.log(`Exported, but imported nowhere:\n${unused.join('\n')}`);
  process.exitCode = 1;
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
    if (isDynamic && node.arguments[0]) use(node.arguments[0], [WHOLE_FILE]);
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

/** Null for a package. */
function resolve(fromFile: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(fromFile), specifier);
  const prefix = prefixes.find(([alias]) => specifier.startsWith(alias));
  return prefix ? join(prefix[1], specifier.slice(prefix[0].length)) : null;
}

/** `#platform/*` in package.json becomes the pair `#platform/` and `src/platform/`. */
function readImportPrefixes(): [string, string][] {
  // Node itself refuses a manifest whose imports are of another shape than this.
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> };
  return Object.entries(imports).map(([alias, target]) => [
    alias.replace('*', ''),
    join(target.replace('*', '')),
  ]);
}
