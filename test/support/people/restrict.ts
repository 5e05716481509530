import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

/** Restricts an account by its row; the dates are SQL expressions. */
export async function restrict(
  world: World,
  person: Person,
  restriction: { kind: RestrictionKind; expiresAt?: string; liftedAt?: string },
): Promise<void> {
  const { kind, expiresAt = 'null', liftedAt = 'null' } = restriction;
  const userId = uuidOf(person.id);
  await runSql(
    world.connectionString,
    `insert into restrictions (id, user_id, kind, reason, created_at, expires_at, lifted_at)
     values (gen_random_uuid(), '${userId}', '${kind}', 'a test', now(), ${expiresAt}, ${liftedAt})`,
  );
  if (kind !== 'SUSPENSION' || liftedAt !== 'null') return;
  await runSql(
    world.connectionString,
    `update users set suspended_until = coalesce(${expiresAt}, 'infinity'::timestamptz) where id = '${userId}'`,
  );
}
