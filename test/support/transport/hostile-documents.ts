/** Hostile documents, each with its expected code. */
export const HOSTILE_DOCUMENTS: readonly [name: string, document: string, code: string][] = [
  [
    '2 000 aliases',
    `{ ${Array.from({ length: 2_000 }, (_, index) => `a${index}: hello`).join(' ')} }`,
    'QUERY_TOO_COMPLEX',
  ],
  ['30 levels', `{ animals ${deepQuery(30)} }`, 'QUERY_TOO_DEEP'],
  [
    '1 900 brackets in an argument',
    `{ echo(grid: ${'['.repeat(1_900)}${']'.repeat(1_900)}) { text } }`,
    'QUERY_TOO_DEEP',
  ],
  ['100 000 open braces', '{a'.repeat(100_000), 'QUERY_TOO_DEEP'],
  ['a document of 10 MB', `{ hello } #${'x'.repeat(10_000_000)}`, 'PAYLOAD_TOO_LARGE'],
  ['400 nested fragments', `{ ...F0 } ${nestedFragments(400)}`, 'QUERY_TOO_COMPLEX'],
  ['150 nested fragments that double', `{ animals { ...F0 } } ${doublingFragments(120)}`, 'QUERY_TOO_DEEP'],
  ['doubling within the depth', `{ animals { ...F0 } } ${doublingFragments(13)}`, 'QUERY_TOO_COMPLEX'],
  [
    'a cycle of fragments',
    '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'overlapping fields',
    `{ ${'animals { id name '.repeat(14)}${'}'.repeat(14)} ${'hello '.repeat(1_500)} }`,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['many overlapping inline fragments', `{ animals { ${'... on Dog { id name } '.repeat(240)} } }`, 'OK'],
  ['a field repeated 200 times', `{ ${'animals { id } '.repeat(200)} }`, 'QUERY_TOO_COMPLEX'],
  [
    'a field repeated 200 times where nobody asked for it',
    `query A { hello } query B { ${'animals { id } '.repeat(200)} }`,
    'QUERY_TOO_COMPLEX',
  ],
  ['an operation named __schema', `query __schema { animals ${deepQuery(30)} }`, 'QUERY_TOO_DEEP'],
  ['unicode garbage', '\u202e\u{1f600}\ud800{ h\u00e9llo }', 'GRAPHQL_PARSE_FAILED'],
  ['nothing', '', 'GRAPHQL_PARSE_FAILED'],
  ['an unclosed block string', `{ hello(name: """${'{'.repeat(500)}`, 'GRAPHQL_PARSE_FAILED'],
];

function nestedFragments(count: number): string {
  return Array.from({ length: count }, (_, index) => `fragment F${index} on Query { ...F${index + 1} }`).join(
    ' ',
  );
}

function doublingFragments(count: number): string {
  const fragments = Array.from(
    { length: count },
    (_, index) => `fragment F${index} on Animal { friend { ...F${index + 1} } mood ...F${index + 1} }`,
  );
  return `${fragments.join(' ')} fragment F${count} on Animal { id }`;
}

function deepQuery(levels: number): string {
  return `${'{ friend '.repeat(levels)}{ id }${' }'.repeat(levels)}`;
}
