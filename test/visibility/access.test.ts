import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GraphQLSchema } from 'graphql';
import { buildSchemas } from '#api/schema.ts';
import { defaultLimits } from '#domains/modules.ts';
import type { AdminRole } from '#domains/identity/admins/admins.types.ts';
import type { Actor } from '#test/support/actor.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import {
  adminCallers,
  anonymousAdmin,
  clientCallers,
  ROLES,
  type Verdict,
} from '#test/support/people/callers.ts';
import { WHO_MAY_CALL } from '#test/support/people/access-table.ts';
import { MODERATES, READS_USERS } from '#test/support/people/admin-access-table.ts';
import { minimalOperation } from '#test/support/transport/minimal-operation.ts';
import {
  fieldsInTurn,
  type Outcome,
  refusalOf,
  type RootField,
  send,
} from '#test/support/transport/probing.ts';
import { openRawSocket } from '#test/support/transport/raw-socket.ts';
import { testWorld } from '#test/support/world.ts';

const schemas = buildSchemas(defaultLimits);

test('the access table names every root field of both schemas and no other', () => {
  const fields = [schemas.client, schemas.admin].flatMap(fieldsInTurn).map(keyOf);
  assert.deepEqual(fields.toSorted(), Object.keys(WHO_MAY_CALL).toSorted());
});

describe('every root field allows exactly the callers of its row in the access table', () => {
  test('client fields allow exactly the callers of their rows', async (t) => {
    const world = await testWorld(t);
    const callers = await clientCallers(world);
    for (const [caller, { actor, verdict }] of Object.entries(callers)) {
      const open = await outcomes(fieldsOver(schemas.client, 'http'), world.anonymous());
      const found = await outcomes(fieldsOver(schemas.client, 'http'), actor);
      assert.deepEqual(found, expected(found, open, verdict), caller);
    }
  });

  test('admin fields allow exactly the callers of their rows', async (t) => {
    const world = await testWorld(t);
    const callers = await adminCallers(world);
    const fields = fieldsOver(schemas.admin, 'http');
    for (const [caller, { actor, verdict }] of Object.entries(callers)) {
      const open = await outcomes(fields, await anonymousAdmin(world));
      const found = await outcomes(fields, actor);
      assert.deepEqual(found, expected(found, open, verdict), caller);
    }
  });

  test('an admin reads objects by id only with the permission of their own queries', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const postId = await publish(ada);
    const { id: mediaId } = await uploaded(ada, await smallPicture());
    const readers: readonly (readonly [string, readonly AdminRole[]])[] = [
      [ada.id, READS_USERS],
      [postId, MODERATES],
      [await commentOn(ada, postId, { text: 'Hi' }), MODERATES],
      [await sent(ada, await startWith(ada, ben)), MODERATES],
      [mediaId, MODERATES],
    ];
    for (const role of ROLES) {
      const admin = await world.admin({ role });
      const document = 'query ($id: ID!) { adminGetNode(id: $id) { id } }';
      for (const [id, roles] of readers) {
        const answer = await admin.ask(document, { id });
        const due = roles.includes(role)
          ? { data: { adminGetNode: { id } }, code: 'OK' }
          : { data: { adminGetNode: null }, code: 'FORBIDDEN' };
        assert.deepEqual({ data: answer.data, ...refusalOf(answer) }, due, `${role}: ${id}`);
      }
    }
  });

  test('client fields on a socket, which only users can open, allow the same callers', async (t) => {
    const world = await testWorld(t);
    for (const [caller, { actor, verdict }] of Object.entries(await clientCallers(world))) {
      const socket = await openRawSocket(world.url, {
        connectionParams: { authorization: actor.token === null ? '' : `Bearer ${actor.token}` },
      });
      const isLetIn = verdict('user') === 'allowed';
      assert.equal(socket.refusal, isLetIn ? null : 4403, caller);
      if (isLetIn) {
        for (const field of fieldsOver(schemas.client, 'socket')) {
          const { document, variables } = minimalOperation(schemas.client, field.root, field.name);
          const refused = await Promise.race([
            socket.ask(document, variables),
            socket.ask('{ __typename }').then(() => null),
          ]);
          assert.equal(refused, null, `${caller}: ${keyOf(field)}`);
        }
      }
      socket.close();
    }
  });
});

/**
 * Checks the answer of each field. An open field ignores the caller, so it answers everyone as it
 * answers an anonymous caller; an allowed one may fail for its own reasons, but not by access.
 */
function expected(
  found: Readonly<Record<string, Outcome>>,
  open: Readonly<Record<string, Outcome>>,
  verdict: Verdict,
): Record<string, Outcome> {
  const NOT_ALLOWED = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'INTERNAL', 'BAD_REQUEST']);
  return Object.fromEntries(
    Object.entries(found).map(([field, outcome]) => {
      const rule = WHO_MAY_CALL[field] ?? 'user';
      const due = verdict(rule);
      if (due !== 'allowed') return [field, due];
      if (rule === 'anyone') return [field, open[field] ?? { code: 'NEVER' }];
      return [field, NOT_ALLOWED.has(outcome.code) ? { code: 'OK' } : outcome];
    }),
  );
}

async function outcomes(fields: readonly RootField[], actor: Actor): Promise<Record<string, Outcome>> {
  const found: Record<string, Outcome> = {};
  for (const field of fields) {
    const schema = field.name.startsWith('admin') ? schemas.admin : schemas.client;
    const { document, variables, files } = minimalOperation(schema, field.root, field.name);
    found[keyOf(field)] = refusalOf(await send(actor, document, variables, files));
  }
  return found;
}

const keyOf = ({ root, name }: RootField): string => `${root}.${name}`;

/** Only subscriptions are tested on the socket: the other operations share their code with HTTP. */
function fieldsOver(schema: GraphQLSchema, transport: 'http' | 'socket'): RootField[] {
  return fieldsInTurn(schema).filter(({ root }) => (root === 'Subscription') === (transport === 'socket'));
}
