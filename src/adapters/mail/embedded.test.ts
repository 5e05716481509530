import type { MovableClock } from '#test/support/clock.ts';
import { movableClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { Pool } from 'pg';
import { createEmbeddedMail } from './embedded.ts';
import type { DeliveredMail, MailSubject } from './mail.contract.ts';
import { assertFailed, HELLO, mailContract } from './mail.contract.ts';

mailContract('embedded', embedded);

test('a repeated message is recorded once, with its first time', async (t) => {
  const { mail, clock, pool } = await embedded(t);
  const sentAt = clock.now().getTime();
  await mail.send(HELLO);
  clock.advance('1h');
  await mail.send(HELLO);
  const { rows } = await pool.query<{ sent_at: Date }>('select sent_at from recorded_mails');
  assert.equal(rows.length, 1);
  assert.ok((rows[0]?.sent_at.getTime() ?? 0) - sentAt < 60_000);
});

test('an unavailable database is not a refusal of the message', async (t) => {
  const mail = createEmbeddedMail({
    connectionString: 'postgres://u@127.0.0.1:1/none',
    clock: movableClock(),
  });
  t.after(() => mail.close());
  await assertFailed(mail.send(HELLO), 'UNAVAILABLE');
});

test('the embedded mailer recovers when its connection is cut', async (t) => {
  const { mail, delivered, pool } = await embedded(t);
  await mail.send(HELLO);
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  const again = { ...HELLO, idempotencyKey: 'hello-2' };
  // The dead connection causes at most one error.
  await mail.send(again).catch(() => mail.send(again));
  assert.equal((await delivered()).length, 2);
});

type Embedded = MailSubject & { readonly clock: MovableClock; readonly pool: Pool };

async function embedded(t: TestContext): Promise<Embedded> {
  const { connectionString } = await testDatabase(t);
  const clock = movableClock();
  const mail = createEmbeddedMail({ connectionString, clock });
  const pool = new Pool({ connectionString, max: 1 });
  pool.on('error', () => {});
  t.after(async () => {
    await mail.close();
    await pool.end();
  });
  const delivered = async (): Promise<DeliveredMail[]> => {
    const { rows } = await pool.query<DeliveredMail>(
      'select recipient, subject, text, html, idempotency_key as sameness from recorded_mails order by id',
    );
    return rows;
  };
  return { mail, clock, pool, delivered };
}
