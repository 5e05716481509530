import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'graphql';
import { fragmentsOf } from './document-checks.ts';
import { checkOverlaps } from './overlap-check.ts';

const codeOfCheck = (source: string): unknown => {
  const document = parse(source);
  return checkOverlaps(document, fragmentsOf(document))?.extensions['code'] ?? 'OK';
};

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

test('a field repeated too often at one place is refused, however the places overlap', () => {
  const repeated = times(200, () => 'me { id }');
  const halves = '...A ...B';
  const fragments = times(
    2,
    (index) => `fragment ${'AB'.charAt(index)} on Query { ${times(100, () => 'me { id }')} }`,
  );
  const sources = {
    'side by side': `{ ${repeated} }`,
    'under one name': `{ ${times(200, (index) => `me: node(id: ${index}) { id }`)} }`,
    'in inline fragments': `{ ${times(200, () => '... { me { id } }')} }`,
    'in named fragments': `{ ${halves} } ${fragments}`,
    'below repeated parents': `{ ${times(20, () => `me { ${times(20, () => 'viewer { id }')} }`)} }`,
    'in an operation that was not asked for': `query A { me { id } } query B { ${repeated} }`,
    'in one of two fragments of one name': `{ ...A } fragment A on Query { ${repeated} } fragment A on Query { me { id } }`,
    'in an unused fragment': `{ me { id } } fragment A on Query { ${repeated} }`,
  };
  for (const [name, source] of Object.entries(sources)) {
    assert.equal(codeOfCheck(source), 'QUERY_TOO_COMPLEX', name);
  }
});

test('documents of composed clients are accepted', () => {
  const components = times(70, (index) => `fragment C${index} on Post { id text author { id username } }`);
  const spreads = times(70, (index) => `...C${index}`);
  assert.equal(codeOfCheck(`{ feed { nodes { ${spreads} } } } ${components}`), 'OK');
  assert.equal(codeOfCheck(`{ me { ${times(1_900, () => 'id')} } }`), 'OK', 'leaves are cheap');
  assert.equal(
    codeOfCheck(times(100, (index) => `query Q${index} { me { id } }`)),
    'OK',
    'operations do not meet',
  );
});

test('recursive fragments terminate, and multiplying ones are refused', () => {
  assert.equal(
    codeOfCheck('{ ...A } fragment A on Query { me { id } ...B } fragment B on Query { ...A }'),
    'OK',
  );
  assert.equal(codeOfCheck('{ ...A } fragment A on Query { me { ...A } }'), 'OK');
  const doubling = times(
    30,
    (index) => `fragment F${index} on T { a { ...F${index + 1} } b { ...F${index + 1} } }`,
  );
  assert.equal(codeOfCheck(`{ ...F0 } ${doubling} fragment F30 on T { id }`), 'QUERY_TOO_COMPLEX');
});
