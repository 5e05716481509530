import { sql } from 'kysely';
import type { World } from '#test/support/world.ts';

export type RecordedMail = { readonly subject: string; readonly text: string; readonly html: string };

/** Mails that the embedded adapter stored for an address, oldest first. */
export async function recordedMails(world: World, recipient: string): Promise<RecordedMail[]> {
  const { rows } = await sql<RecordedMail>`
    select subject, text, html from recorded_mails where recipient = ${recipient} order by id`.execute(
    world.app.services.db,
  );
  return rows;
}
