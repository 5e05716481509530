/**
 * Prints the files through which a mutation runs, from its field in the schema to its last statement: those whose functions and
 * constants are used by `act`, `show` or `resolve` of the field. Types, descriptions and calls through the context
 * are ignored. `node scripts/walk.ts createPost`
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const [mutation = 'createPost'] = process.argv.slice(2);
const STEPS = new Set(['act', 'show', 'resolve']);

type Scope = {
  readonly source: ts.SourceFile;
  readonly declarations: ReadonlyMap<string, ts.Node>;
  readonly imports: ReadonlyMap<string, { file: string; name: string }>;
};

const scopes = new Map<string, Scope>();
const walked = new Set<string>();

for (const file of globSync('src/domains/**/*.schema.ts')) {
  const { source } = scopeOf(file);
  if (source.text.includes(`'${mutation}'`))
    source.forEachChild((node) => {
      findField(file, node);
    });
}
const files = [...new Set([...walked].map((step) => step.split('#')[0] ?? ''))].sort();
const inDomains = files.filter((file) => file.startsWith('src/domains/'));
const folders = new Set(inDomains.map((file) => dirname(file)));
console.log(files.join('\n'));
console.log(
  `${mutation}: ${String(files.length)} files, ${String(inDomains.length)} of them in ${String(folders.size)} domain folders`,
);

/** Walks from the steps of the field's call, such as `idempotentMutationField('createPost', { act, show })`. */
function findField(file: string, node: ts.Node): void {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && isOfMutation(node)) {
    walked.add(`${file}#${mutation}`);
    for (const argument of node.arguments.filter(ts.isObjectLiteralExpression)) {
      for (const property of argument.properties) {
        if (property.name && STEPS.has(property.name.getText())) walk(file, property);
      }
    }
  }
  node.forEachChild((child) => {
    findField(file, child);
  });
}

function isOfMutation({ arguments: [name] }: ts.CallExpression): boolean {
  return name !== undefined && ts.isStringLiteral(name) && name.text === mutation;
}

function walk(file: string, node: ts.Node): void {
  if (ts.isTypeNode(node)) return;
  if (ts.isIdentifier(node) && !isPropertyName(node)) follow(file, node.text);
  node.forEachChild((child) => {
    walk(file, child);
  });
}

function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  return ts.isPropertyAssignment(parent) && parent.name === node;
}

function follow(file: string, name: string): void {
  const scope = scopeOf(file);
  const imported = scope.imports.get(name);
  if (imported) {
    follow(imported.file, imported.name);
    return;
  }
  const declaration = scope.declarations.get(name);
  const step = `${file}#${name}`;
  if (!declaration || walked.has(step)) return;
  walked.add(step);
  walk(file, declaration);
}

function scopeOf(file: string): Scope {
  const known = scopes.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  const declarations = new Map<string, ts.Node>();
  const imports = new Map<string, { file: string; name: string }>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name)
      declarations.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        declarations.set(declaration.name.getText(), declaration);
    }
    if (ts.isImportDeclaration(statement)) addImports(file, statement, imports);
  }
  const scope = { source, declarations, imports };
  scopes.set(file, scope);
  return scope;
}

function addImports(
  file: string,
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  imports: Map<string, { file: string; name: string }>,
): void {
  const bindings = importClause?.namedBindings;
  const target = resolved(file, moduleSpecifier.getText().slice(1, -1));
  if (!target || !importClause || importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return;
  if (!bindings || !ts.isNamedImports(bindings)) return;
  for (const { name, propertyName, isTypeOnly } of bindings.elements) {
    if (!isTypeOnly) imports.set(name.text, { file: target, name: (propertyName ?? name).text });
  }
}

/** The file of this repository that a specifier names; null for a package. */
function resolved(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  return specifier.startsWith('#') ? specifier.replace(/^#(src\/)?/, 'src/') : null;
}
