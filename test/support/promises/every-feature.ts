import { REQUEST_EXPORT } from '#test/support/people/accounts.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { earnByCard } from '#test/support/money/earnings.ts';
import { sentLive } from '#test/support/messaging/live-locations.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { offer, purchase } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { offerTiers } from '#test/support/money/tiers.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';
import { wordOf, type Company } from './features/company.ts';
import { relateToOthers } from './features/people.ts';
import { askAndChoose, publish, tag, writeFor } from './features/content.ts';
import { beInCalls, openOnce, talk } from './features/messaging.ts';
import { bePaidOut, haveCoins } from './features/money.ts';
import { subscribeEachOther, tipEachOther, tradeMessages } from './features/creator.ts';
import { beVerified, reportAndAppeal } from './features/trust.ts';
import { beCounted, beNotified, chooseNotifications } from './features/insight.ts';

/** Uses every feature that stores a row, through the API where possible. */
export async function useEveryFeature(world: World, person: Person, company: Company): Promise<void> {
  const word = wordOf(person);
  await world.signIn(person);
  await beCounted(world, person);
  const avatar = new Blob([new Uint8Array(await smallPicture())]);
  await person.upload(
    'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { errors { code } } }',
    { input: { avatar: null, displayName: `Name ${word}`, bio: `Bio ${word}` } },
    { 'input.avatar': avatar },
  );
  await person.do('mutation { requestEmailVerification { errors { code } } }');
  await person.do(
    `mutation ($password: String!) { requestEmailChange(input: { email: "new@elsewhere.example", password: $password }) {
      errors { code } } }`,
    { password: person.password },
  );
  await person.do('mutation { updatePrivacySettings(input: { callAudience: NOBODY }) { errors { code } } }');
  await chooseNotifications(person);
  await relateToOthers(world, person, company);
  await talk(person, company, await publish(person, company, word));
  await beInCalls(person, company);
  await openOnce(world, person);
  await sentLive(person, await startWith(person, company.friend));
  await askAndChoose(person, company.friend, word);
  await writeFor(person, company.friend, word);
  await tag(world, person);
  await haveCoins(world, person, company);
  await tipEachOther(person, company.friend);
  await tradeMessages(person, company.friend);
  await bePaidOut(world, person);
  await offerTiers(person, word);
  await subscribeEachOther(world, person, company);
  await saveCard(person);
  const { purchase: bought } = await purchase(person, await offer(world));
  await earnByCard(world, person, { paymentId: uuidOf(bought.payment.id), payer: company.friend });
  await restrict(world, person, { kind: 'FOLLOWING', liftedAt: 'now()' });
  await beVerified(world, person);
  await reportAndAppeal(world, person, { company, word });
  await beNotified(world, person);
  await person.do(REQUEST_EXPORT, { input: { password: person.password } });
  await world.runJobs();
}
