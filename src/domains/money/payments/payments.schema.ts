import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { PaymentDeclinedErrorRef } from '#platform/graphql/user-errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type {
  CardBrand,
  CardWallet,
  DeclineReason,
  PaymentAction,
  ProviderSetupState,
} from '#ports/payments.ts';
import {
  myPaymentMethod,
  myPaymentMethods,
  removePaymentMethod,
  setDefaultPaymentMethod,
} from './methods.service.ts';
import { isExpired, isExpiring } from './payments.policy.ts';
import { paymentProviderOf } from './provider.service.ts';
import type { PaymentMethod, PaymentProvider, PaymentSetup } from './payments.types.ts';
import {
  confirmPaymentSetup,
  createPaymentSetup,
  myPaymentSetup,
  refreshPaymentSetup,
} from './setups.service.ts';

export const CardBrandRef = enumType<CardBrand>('CardBrand', {
  description: 'Brand of a card.',
  values: {
    VISA: 'Visa.',
    MASTERCARD: 'Mastercard.',
    AMEX: 'American Express.',
    DISCOVER: 'Discover.',
    DINERS: 'Diners Club.',
    JCB: 'JCB.',
    UNIONPAY: 'UnionPay.',
    OTHER: 'Another or unknown brand.',
  },
});

const CardWalletRef = enumType<CardWallet>('CardWallet', {
  description: 'Wallet from which a card was given.',
  values: { APPLE_PAY: 'Apple Pay.', GOOGLE_PAY: 'Google Pay.', LINK: 'Link.', OTHER: 'Another wallet.' },
});

export const PaymentMethodRef = builder.objectRef<PaymentMethod>('PaymentMethod').implement({
  description: 'A saved card. Visible to its owner alone; the provider of payments keeps its number.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `paymentmethod_…`.',
      resolve: ({ id }) => toGlobalId('paymentmethod', id),
    }),
    brand: t.field({ type: CardBrandRef, description: 'Brand of the card.', resolve: ({ brand }) => brand }),
    last4: t.exposeString('last4', { description: 'Last four digits of the number of the card.' }),
    expiryMonth: t.exposeInt('expiryMonth', { description: 'Last month in which it can be used, 1 to 12.' }),
    expiryYear: t.exposeInt('expiryYear', { description: 'Year of that month, with four digits.' }),
    wallet: t.field({
      type: CardWalletRef,
      nullable: true,
      description: 'Wallet from which it was given. Null if it was given itself.',
      resolve: ({ wallet }) => wallet,
    }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether it is used when no other one is named: one of them is, as long as there are any.',
    }),
    isExpiring: t.boolean({
      description: 'Whether this or the next month is the last one in which it can be used.',
      resolve: (method, _args, { clock }) => isExpiring(method, clock.now()),
    }),
    isExpired: t.boolean({
      description: 'Whether the last month in which it could be used is over, in UTC.',
      resolve: (method, _args, { clock }) => isExpired(method, clock.now()),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was saved.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

nodeType(PaymentMethodRef, 'paymentmethod', myPaymentMethod);

builder.queryField('myPaymentMethods', (t) =>
  t.field({
    type: [PaymentMethodRef],
    nullable: true,
    description:
      'Saved payment methods of the caller, the default first, then the newest, at most {savedPaymentMethods}.',
    access: 'user',
    extensions: listSize('savedPaymentMethods'),
    resolve: (_root, _args, ctx) => myPaymentMethods(signedIn(ctx)),
  }),
);

const PaymentSetupStateRef = enumType<ProviderSetupState>('PaymentSetupState', {
  description: 'State of the saving of a card.',
  values: {
    PENDING: 'The setup waits for a card; `declineReason` says why the last one was not saved.',
    REQUIRES_ACTION: 'The bank wants the cardholder to prove who they are: see `nextAction` of the payload.',
    PROCESSING: 'The provider needs some more time.',
    SUCCEEDED: 'The card is saved.',
    CANCELED: 'No card was given within an hour.',
  },
});

export const PaymentDeclineReasonRef = enumType<DeclineReason>('PaymentDeclineReason', {
  description: 'Reason why a card was declined, as far as the cardholder may know.',
  values: {
    DECLINED: 'The bank declined it without a reason that may be told.',
    INSUFFICIENT_FUNDS: 'The card has insufficient funds.',
    EXPIRED_CARD: 'The card has expired.',
    INCORRECT_CVC: 'The security code is wrong.',
    AUTHENTICATION_REQUIRED:
      'The bank wants the cardholder to prove who they are: the card can be tried again while they are there.',
    AUTHENTICATION_FAILED: 'The bank could not verify the cardholder.',
    PROCESSING_ERROR: 'The card could not be processed: it can be tried again.',
  },
});

builder.objectField(PaymentDeclinedErrorRef, 'reason', (t) =>
  t.field({
    type: PaymentDeclineReasonRef,
    description: 'Reason why it was declined.',
    // `askProvider` throws the error, with a reason of the provider.
    resolve: ({ details }) => (details.reason ?? 'DECLINED') as DeclineReason,
  }),
);

export const PaymentSetupRef = builder.objectRef<PaymentSetup>('PaymentSetup').implement({
  description: 'The saving of a card. Visible to the caller alone, for 30 days.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `paymentsetup_…`.',
      resolve: ({ id }) => toGlobalId('paymentsetup', id),
    }),
    state: t.field({
      type: PaymentSetupStateRef,
      description: 'State, as the provider said last.',
      resolve: ({ state }) => state,
    }),
    declineReason: t.field({
      type: PaymentDeclineReasonRef,
      nullable: true,
      description: 'Reason why the last card was not saved. Null if none was declined.',
      resolve: ({ declineReason }) => declineReason,
    }),
    paymentMethod: t.field({
      type: PaymentMethodRef,
      nullable: true,
      description: 'The saved card. Null until it has SUCCEEDED, and when it is removed.',
      resolve: ({ methodId }, _args, ctx) => (methodId === null ? null : myPaymentMethod(ctx, methodId)),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was begun.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

nodeType(PaymentSetupRef, 'paymentsetup', myPaymentSetup);

builder.queryField('paymentSetup', (t) =>
  t.field({
    type: PaymentSetupRef,
    nullable: true,
    description:
      'A setup of the caller, as it is stored; `refreshPaymentSetup` asks the provider. Null after 30 days.',
    access: 'user',
    args: { id: t.arg.idOf('paymentsetup', { required: true, description: 'Id of the setup.' }) },
    resolve: (_root, { id }, ctx) => myPaymentSetup(ctx, id),
  }),
);

const PaymentProviderKindRef = enumType<PaymentProvider['kind']>('PaymentProviderKind', {
  description: 'Provider of card payments.',
  values: {
    SANDBOX: "No card is real: a client offers Stripe's test tokens, such as `pm_card_visa`.",
    STRIPE: "A client gives cards to Stripe by Stripe's SDK.",
  },
});

const PaymentProviderRef = builder.objectRef<PaymentProvider>('PaymentProvider').implement({
  description: 'Facts that a client needs before it saves a card.',
  fields: (t) => ({
    kind: t.field({
      type: PaymentProviderKindRef,
      description: 'Provider of card payments.',
      resolve: ({ kind }) => kind,
    }),
    publishableKey: t.exposeString('publishableKey', {
      nullable: true,
      description:
        "The key with which the provider's SDK is opened, such as `pk_live_…`. Null in the sandbox, and where the operator has given none.",
    }),
  }),
});

builder.queryField('paymentProvider', (t) =>
  t.field({
    type: PaymentProviderRef,
    nullable: true,
    description: 'The provider of card payments, which a client reads before it saves a card.',
    access: 'user',
    resolve: (_root, _args, ctx) => paymentProviderOf(signedIn(ctx)),
  }),
);

const PaymentActionKindRef = enumType<PaymentAction['kind']>('PaymentActionKind', {
  description: 'Way in which the cardholder goes on.',
  values: {
    PROVIDER_SDK: "The provider's SDK in the client goes on with `clientSecret`.",
    REDIRECT: 'The client opens `url`.',
    SANDBOX: 'The client calls `completeSandboxChallenge`: no card is real.',
  },
});

export const PaymentActionRef = builder.objectRef<PaymentAction>('PaymentAction').implement({
  description:
    'The step that the cardholder has to take, after which the client asks how it stands: by the mutation that refreshes the setup, or what is paid for.',
  fields: (t) => ({
    kind: t.field({
      type: PaymentActionKindRef,
      description: 'Way in which the cardholder goes on.',
      resolve: ({ kind }) => kind,
    }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'Address of a REDIRECT. Null for the others.',
    }),
  }),
});

const SETUP_PAYLOAD = {
  setup: { type: PaymentSetupRef, description: 'The setup, as the provider says now.' },
  nextAction: {
    type: PaymentActionRef,
    description: 'The step that the cardholder has to take. Null when there is none.',
  },
} as const;

mutationField('createPaymentSetup', {
  description:
    'Begins the saving of a card. The client gives the card to the provider, by its SDK with `clientSecret` and then calls `refreshPaymentSetup`, or for a `providerMethodId`, and then calls `confirmPaymentSetup`.',
  refusals:
    'LIMIT_REACHED past {openPaymentSetups} setups that are open, each for an hour, and where the saved methods with the open setups reach {savedPaymentMethods}.',
  access: 'user',
  // Saving a card pays nothing.
  restriction: null,
  budget: { points: 20, windowSeconds: 3_600, per: 'user' },
  payload: {
    ...SETUP_PAYLOAD,
    clientSecret: {
      type: 'String',
      description:
        'Lets the client give a card for this setup to the provider: keep it secret and do not store it.',
    },
  },
  resolve: (ctx) => createPaymentSetup(ctx),
});

mutationField('confirmPaymentSetup', {
  description:
    'Confirms a setup with a card. A card that is saved becomes a payment method, the first one the default. A setup that is no longer open is shown as it is.',
  refusals: 'PAYMENT_DECLINED, after which another card can be given.',
  access: 'user',
  restriction: null,
  // Stolen cards are tried out where it costs nothing.
  budget: { points: 30, windowSeconds: 3_600, per: 'user', charge: 'call' },
  input: (t) => ({
    setupId: t.idOf('paymentsetup', { required: true, description: 'The setup.' }),
    providerMethodId: t.string({
      required: true,
      description:
        "The provider's id of a payment method that its SDK has made in the client, such as `pm_…`; never the number of a card. The sandbox takes Stripe's test tokens, such as `pm_card_visa`.",
    }),
  }),
  payload: SETUP_PAYLOAD,
  resolve: (ctx, input) => confirmPaymentSetup(ctx, input),
});

mutationField('refreshPaymentSetup', {
  description:
    'Asks the provider how a setup stands, and gives it no card. For a client whose SDK has confirmed the setup, or that has taken the step of `nextAction`. A card that is saved becomes a payment method, the first one the default.',
  access: 'user',
  // Asking saves nothing.
  restriction: null,
  budget: { points: 60, windowSeconds: 60, per: 'user', charge: 'call' },
  input: (t) => ({
    setupId: t.idOf('paymentsetup', { required: true, description: 'The setup.' }),
  }),
  payload: SETUP_PAYLOAD,
  resolve: (ctx, { setupId }) => refreshPaymentSetup(ctx, setupId),
});

const METHOD_BUDGET = { points: 60, windowSeconds: 60, per: 'user' } as const;

mutationField('setDefaultPaymentMethod', {
  description:
    'Makes a payment method the default, which is used when no other one is named. Succeeds without a change if it is the default.',
  access: 'user',
  restriction: null,
  budget: METHOD_BUDGET,
  input: (t) => ({
    paymentMethodId: t.idOf('paymentmethod', { required: true, description: 'The payment method.' }),
  }),
  payload: { paymentMethod: { type: PaymentMethodRef, description: 'The payment method.' } },
  resolve: async (ctx, { paymentMethodId }) => ({
    paymentMethod: await setDefaultPaymentMethod(ctx, paymentMethodId),
  }),
});

mutationField('removePaymentMethod', {
  description:
    'Removes a payment method at once; at the provider it is detached a little later. If it was the default, the newest of the others becomes the default.',
  access: 'user',
  restriction: null,
  budget: METHOD_BUDGET,
  input: (t) => ({
    paymentMethodId: t.idOf('paymentmethod', { required: true, description: 'The payment method.' }),
  }),
  payload: { paymentMethodId: { type: 'ID', description: 'Global id of the removed payment method.' } },
  resolve: async (ctx, { paymentMethodId }) => ({
    paymentMethodId: toGlobalId('paymentmethod', await removePaymentMethod(ctx, paymentMethodId)),
  }),
});
