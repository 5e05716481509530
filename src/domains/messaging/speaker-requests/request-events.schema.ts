import { builder } from '#platform/graphql/builder.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { load } from '#platform/request/loader.ts';
import { callEventOptions, isOfCall } from '../calls/call-events.schema.ts';
import { hostsAt, listOwnTopics } from '../calls/call-facts.service.ts';
import { readRequestFacts, type RequestFacts } from './request-facts.service.ts';
import { speakerAnswered, speakerRequested } from './speaker-requests.events.ts';
import { positionByRequest } from './speaker-requests.loaders.ts';
import { SpeakerRequestRef } from './speaker-requests.schema.ts';
import type { SpeakerRequestState } from './speaker-requests.types.ts';

type Received = {
  readonly callId: string;
  readonly membersVersion: number;
  readonly requestId: string;
  readonly userId: string;
};
type Answered = Received & { readonly state: SpeakerRequestState; readonly needsReconnect: boolean };

const SpeakerRequestReceivedRef = builder
  .objectRef<Delivered<RequestFacts<Received>>>('SpeakerRequestReceivedEvent')
  .implement({
    description: 'A viewer asks to speak, or the caller is asked to.',
    interfaces: [EventRef],
    fields: (t) => ({
      request: t.field({
        type: SpeakerRequestRef,
        description: 'The request.',
        resolve: ({ facts }) => facts.request,
      }),
      position: t.int({
        nullable: true,
        description: 'Place in the queue, from 1. Null of an offer, and when it waits no more.',
        varies: 'no',
        resolve: async ({ facts }, _args, ctx) =>
          (await load(ctx, positionByRequest, facts.request.id))?.position ?? null,
      }),
    }),
  });

subscriptionField('speakerRequestReceived', {
  ...callEventOptions,
  description: 'Raised hands in calls that the caller hosts, and offers to the caller to speak.',
  events: [speakerRequested],
  topics: { of: (ctx, { callId }) => listOwnTopics(ctx, callId), audience: hostsAt },
  read: readRequestFacts<Received>,
  people: ({ people }) => people,
  type: SpeakerRequestReceivedRef,
  // The viewer who has raised the hand knows of it.
  filter: (userId, args, facts) =>
    isOfCall(args, facts) && (facts.request.kind === 'OFFERED' || facts.userId !== userId),
});

const SpeakerRequestResponseRef = builder
  .objectRef<Delivered<RequestFacts<Answered>>>('SpeakerRequestResponseEvent')
  .implement({
    description: 'A speaker request was answered, taken back or has expired.',
    interfaces: [EventRef],
    fields: (t) => ({
      request: t.field({
        type: SpeakerRequestRef,
        description: 'The request as it is now.',
        resolve: ({ facts }) => facts.request,
      }),
      needsReconnect: t.boolean({
        description:
          'Whether the viewer speaks only once they have connected again, by a new `viewer.connection`. Told after the answer, by an event of its own.',
        resolve: ({ facts }) => facts.needsReconnect,
      }),
    }),
  });

subscriptionField('speakerRequestResponse', {
  ...callEventOptions,
  description: 'Ends of speaker requests, to their viewer and to the hosts.',
  events: [speakerAnswered],
  topics: { of: (ctx, { callId }) => listOwnTopics(ctx, callId), audience: hostsAt },
  read: readRequestFacts<Answered>,
  people: ({ people }) => people,
  type: SpeakerRequestResponseRef,
  filter: (_userId, args, facts) => isOfCall(args, facts),
});
