import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { FACT_TYPES } from './stripe-shapes.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../../../docs/operations.md');

test('operators are told to subscribe the endpoint of call-backs to exactly the events that are read', () => {
  const [, told = ''] =
    /Subscribe the endpoint to (.*?)\. Bodies/s.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  const events = [...told.matchAll(/`([^`]+)`/g)].map(([, event]) => event);
  assert.deepEqual(events.toSorted(), [...FACT_TYPES].toSorted());
});
