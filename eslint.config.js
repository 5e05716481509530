import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.test.ts', '**/*.contract.ts', 'test/**/*.ts', 'client/test/**/*.ts'];
const COMMAND_LINE = ['src/main.ts', 'bench/**/*.ts', 'db/**/*.ts', 'scripts/**/*.ts'];

const FORBIDDEN_EXPORTS = [
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Export by name: a default export has a new name in every file.',
  },
  { selector: 'ExportAllDeclaration', message: 'Export by name: `export *` hides where a thing comes from.' },
];
const ERROR_KEY = {
  selector:
    'CallExpression[callee.property.name=/^(warn|error|info|debug)$/] > ObjectExpression > Property[key.name="error"]',
  message: 'The log writes errors under `err` alone; under another key they come out empty.',
};
/** A literal that is spread inside a literal only saves lines, and reads like an error. */
const SPREAD_LITERALS = [
  'ObjectExpression > SpreadElement > ObjectExpression',
  ':matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > ArrayExpression',
].map((selector) => ({
  selector,
  message: 'Write the items of the literal where it is spread: one line each is fine.',
}));
const EVERYWHERE = [...FORBIDDEN_EXPORTS, ERROR_KEY, ...SPREAD_LITERALS];
const HANDED_ON = { allowThrowingAny: true, allowThrowingUnknown: true };
const ENVIRONMENT = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only src/main.ts reads the environment; take the value as an argument.',
};

const CONTEXT = '/^(ctx|context)$/';
const COPIED_CONTEXT = [
  `SpreadElement[argument.name=${CONTEXT}]`,
  `CallExpression[callee.object.name='Object'][callee.property.name='assign'] > Identifier[name=${CONTEXT}]`,
  `AssignmentExpression[left.type='MemberExpression'][left.object.name=${CONTEXT}]`,
].map((selector) => ({
  selector,
  message: 'A context is made once: pass what differs as an argument instead of copying it or writing to it.',
}));

/** A type assertion silences the compiler, so a comment on its line, or on the line above, has to say why it holds. */
const reasonBesideAssertion = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      missing: 'Say why `{{assertion}}` holds here, in a comment beside it, or let the compiler prove it.',
    },
  },
  create(context) {
    const commentedLines = new Set();
    for (const { loc } of context.sourceCode.getAllComments()) {
      for (let line = loc.start.line; line <= loc.end.line + 1; line += 1) commentedLines.add(line);
    }
    const check = (node, assertion) => {
      const lines = [node.loc.start.line, node.loc.end.line];
      if (lines.some((line) => commentedLines.has(line))) return;
      context.report({ node, messageId: 'missing', data: { assertion } });
    };
    return {
      TSNonNullExpression: (node) => check(node, '!'),
      TSAsExpression: (node) => {
        const isConst = node.typeAnnotation.typeName?.name === 'const';
        const isPartOfChain = node.parent.type === 'TSAsExpression';
        if (!isConst && !isPartOfChain) check(node, 'as');
      },
    };
  },
};

/**
 * A transaction begun inside another one commits on a connection of its own, and can wait for ever for rows that the first
 * one has locked. A function that has a parameter `tx` runs inside one.
 */
const noNestedTransaction = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      begun: 'This runs inside a transaction: use its `tx`.',
      possible:
        'This runs inside a transaction, and `{{parameter}}` could begin another one: take `InTransaction<…>`.',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    return {
      CallExpression(node) {
        if (!isInsideTransaction(node)) return;
        if (node.callee.type === 'MemberExpression' && node.callee.property.name === 'transaction') {
          context.report({ node, messageId: 'begun' });
          return;
        }
        const signature = checker.getResolvedSignature(services.esTreeNodeToTSNodeMap.get(node));
        const parameters = signature?.getParameters().slice(0, node.arguments.length) ?? [];
        parameters.forEach((parameter, index) => {
          const type = checker.getTypeOfSymbol(parameter);
          // A query takes the connection itself; kysely's own `transaction` is not that of a context.
          if (!type.getProperty('transaction') || type.getProperty('selectFrom')) return;
          const data = { parameter: parameter.name };
          context.report({ node: node.arguments[index], messageId: 'possible', data });
        });
      },
    };
  },
};

/** Whether one of the functions around a node has a parameter `tx`. */
function isInsideTransaction(node) {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (parent.params?.some?.((parameter) => parameter.name === 'tx')) return true;
  }
  return false;
}

export default defineConfig(
  globalIgnores([
    '**/node_modules',
    'data',
    'coverage',
    'bench/peers',
    'client/dist',
    'client/src/generated',
    'packages/admin-panel/dist',
    'packages/admin-panel/src/generated',
    'packages/web-app/dist',
    'packages/web-app/src/generated',
    'packages/web-app/src/**/*.generated.ts',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{js,cjs}'],
    languageOptions: { globals: { module: 'writable', require: 'readonly', __dirname: 'readonly' } },
  },
  {
    files: ['{src,test,db,bench,client,packages,scripts}/**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: {
      plaza: {
        rules: {
          'reason-beside-assertion': reasonBesideAssertion,
          'no-nested-transaction': noNestedTransaction,
        },
      },
    },
    rules: {
      // The compiler knows the globals and reports unused names itself.
      'no-undef': 'off',
      'no-unused-vars': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'plaza/reason-beside-assertion': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...EVERYWHERE],
      // The kernel's lists of names are interfaces to which modules add theirs.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['{src,test,db,bench,client,packages}/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // The compiler forgets that a variable can change during an `await`, and the rule believes it.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Pothos' types are extended by merging into its global namespace.
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      // A caught value is rethrown unchanged.
      '@typescript-eslint/prefer-promise-reject-errors': ['error', HANDED_ON],
      '@typescript-eslint/only-throw-error': ['error', HANDED_ON],
      // `void | Promise<void>` is what a callback gives that may or may not be asynchronous.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // Functions here are closures and never read `this`, so taking one out of its object is safe.
      '@typescript-eslint/unbound-method': 'off',
      // Helpers around the schema builder name a type once so that the caller's literal is inferred.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Libraries name their constants by enums; their plain values are as good and shorter.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // An asynchronous function may be asked for by a type although one implementation awaits nothing.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/**/*.ts', 'client/src/**/*.ts', 'packages/*/src/**/*.{ts,tsx}'],
    ignores: ['src/main.ts', ...TESTS],
    rules: {
      'no-restricted-syntax': ['error', ...EVERYWHERE, ENVIRONMENT, ...COPIED_CONTEXT],
    },
  },
  {
    files: ['db/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE, ...COPIED_CONTEXT] },
  },
  {
    files: ['{src,db}/**/*.ts'],
    ignores: TESTS,
    rules: { 'plaza/no-nested-transaction': 'error' },
  },
  {
    files: TESTS,
    rules: {
      'plaza/reason-beside-assertion': 'off',
      // An answer of the API has the shape of the test's own document, which no type here can know.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // The callback of `describe` holds a whole story.
      'max-lines-per-function': 'off',
      // node:test awaits what `test` and `describe` return at the top of a file.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            {
              from: 'package',
              package: 'node:test',
              name: ['test', 'describe', 'it', 'suite', 'before', 'after', 'beforeEach', 'afterEach'],
            },
          ],
        },
      ],
    },
  },
  // Generated: it grows with the database.
  { files: ['src/platform/db/tables.ts'], rules: { 'max-lines': 'off' } },
  // A declaration describes a module as others wrote it.
  { files: ['**/*.d.ts'], rules: { 'no-restricted-syntax': 'off' } },
  { files: COMMAND_LINE, rules: { 'no-console': 'off' } },
);
