import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCircuit } from './circuit.ts';

test('five failures in 30 seconds open it for 30, then one request alone tries', () => {
  const circuit = createCircuit();
  for (const second of [0, 10, 20, 29]) circuit.failed(second * 1_000);
  assert.equal(circuit.mayAsk(29_000), true);
  // The first has been forgotten.
  circuit.failed(30_500);
  assert.equal(circuit.mayAsk(30_500), true);
  circuit.failed(31_000);
  assert.equal(circuit.mayAsk(31_000), false);
  assert.equal(circuit.mayAsk(60_999), false);
  assert.deepEqual([circuit.mayAsk(61_000), circuit.mayAsk(61_000)], [true, false]);
  circuit.failed(62_000);
  assert.equal(circuit.mayAsk(91_999), false);
  assert.deepEqual([circuit.mayAsk(92_000), circuit.mayAsk(92_000)], [true, false]);
  circuit.succeeded();
  assert.deepEqual([circuit.mayAsk(92_000), circuit.mayAsk(92_000)], [true, true]);
  for (let failures = 0; failures < 4; failures += 1) circuit.failed(92_000);
  assert.equal(circuit.mayAsk(92_000), true);
});

test('a success forgets the failures before it', () => {
  const circuit = createCircuit();
  for (let failures = 0; failures < 20; failures += 1) {
    circuit.failed(0);
    if (failures % 4 === 3) circuit.succeeded();
  }
  assert.equal(circuit.mayAsk(0), true);
});
