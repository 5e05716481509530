import { decide as decideCase } from '#test/support/trust/decisions.ts';
import { sendNotice } from '#test/support/trust/notices.ts';
import { casesIn, report } from '#test/support/trust/reports.ts';
import { claim, decide, requested } from '#test/support/trust/verification.ts';
import type { Person, World } from '#test/support/world.ts';
import type { Company } from './company.ts';

/** A request with a document that is open, and one that is approved, so that the person has a badge. */
export async function beVerified(world: World, person: Person): Promise<void> {
  const admin = await world.admin();
  await requested(person);
  const { id: requestId } = await requested(person, 'CREATOR', []);
  await claim(admin, requestId);
  await decide(admin, { requestId, expectedVersion: 2, decision: 'APPROVED' });
}

/** A report and a notice of the user, a decision about the user with an appeal, and a mute of their reports. */
export async function reportAndAppeal(
  world: World,
  person: Person,
  { company: { friend, suitor }, word }: { company: Company; word: string },
): Promise<void> {
  const admin = await world.admin();
  await report(person, { userId: friend.id }, { text: `Report ${word}` });
  await report(friend, { userId: person.id });
  await sendNotice(person, { userId: suitor.id }, { explanation: `Notice ${word}`, email: person.email });
  const found = (await casesIn(admin)).find(({ subjectId }) => subjectId === person.id);
  const { decision } = await decideCase(admin, found, { actions: ['WARN'], facts: `Facts ${word}` });
  await person.do(
    'mutation ($input: AppealDecisionInput!) { appealDecision(input: $input) { errors { code } } }',
    { input: { decisionId: decision.id, text: `Appeal ${word}` } },
  );
  await admin.do(
    'mutation ($id: ID!) { adminMuteReporter(input: { userId: $id, reason: "Noise" }) { errors { code } } }',
    { id: person.id },
  );
}
