import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { readUrls } from '../src/environment.ts';

const HTTP = 'https://api.example.com/web/graphql';
const WS = 'wss://live.example.com/web/graphql';

test('the addresses come from the options, then from the variables, and sockets use that of the requests', (t) => {
  setVariables(t, HTTP, WS);
  assert.deepEqual(readUrls({}), { httpUrl: HTTP, wsUrl: WS });
  const own = { httpUrl: 'http://127.0.0.1:4000/web/graphql', wsUrl: 'ws://127.0.0.1:4000/web/graphql' };
  assert.deepEqual(readUrls(own), own);
  assert.deepEqual(readUrls({ httpUrl: own.httpUrl }), own);
  setVariables(t, HTTP);
  assert.deepEqual(readUrls({}), { httpUrl: HTTP, wsUrl: 'wss://api.example.com/web/graphql' });
});

test('an address that is missing, of another scheme or of another path is refused with its name', (t) => {
  setVariables(t);
  const example = 'give the client endpoint, such as https://api.example.com/web/graphql.';
  assert.throws(() => readUrls({}), {
    message: `\`httpUrl\` (or NEXT_PUBLIC_GRAPHQL_URL) is missing: ${example}`,
  });
  for (const wrong of ['', 'nonsense', '/web/graphql', 'https://api.example.com/graphql', WS]) {
    assert.throws(() => readUrls({ httpUrl: wrong }), {
      message: `\`httpUrl\` (or NEXT_PUBLIC_GRAPHQL_URL) is ${JSON.stringify(wrong)}: ${example}`,
    });
  }
  assert.throws(() => readUrls({ httpUrl: HTTP, wsUrl: HTTP }), {
    message: `\`wsUrl\` (or NEXT_PUBLIC_WS_URL) is "${HTTP}": give the client endpoint, such as wss://api.example.com/web/graphql.`,
  });
});

const NAMES = ['NEXT_PUBLIC_GRAPHQL_URL', 'NEXT_PUBLIC_WS_URL'] as const;
const FORMER = NAMES.map((name) => process.env[name]);

function setVariables(t: TestContext, http?: string, ws?: string): void {
  set([http, ws]);
  t.after(() => set(FORMER));
}

function set(values: readonly (string | undefined)[]): void {
  for (const [index, name] of NAMES.entries()) {
    const value = values[index];
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
}
