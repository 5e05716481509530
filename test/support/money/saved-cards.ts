import assert from 'node:assert/strict';
import type { Untyped } from '#test/support/actor.ts';
import type { Person } from '#test/support/world.ts';

const SHOWN = `setup { id state declineReason paymentMethod { id last4 isDefault } } nextAction { kind url }
  errors { code message path __typename ... on PaymentDeclinedError { reason } ... on StateError { current allowed } }`;

/** @returns the payload of the one mutation of an operation, refused or not */
async function payloadOf(person: Person, document: string, variables: object): Promise<Untyped> {
  const { data, errors } = await person.ask(document, { ...variables });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return Object.values(data)[0];
}

/** Begins the saving of a card. @returns the payload */
export async function beginSetup(person: Person) {
  return payloadOf(person, `mutation { createPaymentSetup { clientSecret ${SHOWN} } }`, {});
}

/** Asks how the saving of a card stands. @returns the payload */
export async function refreshSetup(person: Person, setupId: string) {
  return payloadOf(
    person,
    `mutation ($input: RefreshPaymentSetupInput!) { refreshPaymentSetup(input: $input) { ${SHOWN} } }`,
    { input: { setupId } },
  );
}

/** @returns the payload */
export async function confirmSetup(person: Person, setupId: string, providerMethodId: string) {
  return payloadOf(
    person,
    `mutation ($input: ConfirmPaymentSetupInput!) { confirmPaymentSetup(input: $input) { ${SHOWN} } }`,
    { input: { setupId, providerMethodId } },
  );
}

/** Passes or fails the challenge of a setup. @returns the payload */
export async function completeChallenge(person: Person, setupId: string, isPassed: boolean) {
  return payloadOf(
    person,
    `mutation ($input: CompleteSandboxChallengeInput!) { completeSandboxChallenge(input: $input) { ${SHOWN} } }`,
    { input: { setupId, isPassed } },
  );
}

/** @returns the id of the saved payment method */
export async function saveCard(person: Person, token = 'pm_card_visa'): Promise<string> {
  const { setup } = await beginSetup(person);
  const confirmed = await confirmSetup(person, setup.id, token);
  return confirmed.setup.paymentMethod.id;
}

/** The last digits of the saved cards, with a star at the default one. */
export async function cardsOf(person: Person): Promise<string[]> {
  const { myPaymentMethods } = await person.do('{ myPaymentMethods { last4 isDefault } }');
  return myPaymentMethods.map((card: { last4: string; isDefault: boolean }) =>
    card.isDefault ? `${card.last4}*` : card.last4,
  );
}

export const removeCard = async (person: Person, id: string) =>
  payloadOf(
    person,
    'mutation ($id: ID!) { removePaymentMethod(input: { paymentMethodId: $id }) { paymentMethodId errors { code path } } }',
    { id },
  );
