import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { livePosition, stopLiveLocation, updateLiveLocation } from './live-locations.service.ts';
import { MessageContentRef } from '../messages/message-content.schema.ts';
import type { ContentOf } from '../messages/message-content.types.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import { ACCURACY_METERS_MAX } from './positions.policy.ts';

export const LATITUDE = 'Latitude in degrees of WGS 84, -90 to 90, north positive.';
export const LONGITUDE = 'Longitude in degrees of WGS 84, -180 to 180, east positive.';
export const ACCURACY_METERS = `Radius in meters in which the true position lies, 0 to ${ACCURACY_METERS_MAX}.`;
export const HEADING_DEGREES = 'Direction of movement in degrees, clockwise from north, 0 to 360.';

const ENDED = 'Null once it has ended.';

builder.objectRef<ContentOf<'LIVE_LOCATION'>>('LiveLocationContent').implement({
  description:
    'A live location: the position of the sender until its end, by time or when they stop it. No position is shown after that.',
  interfaces: [MessageContentRef],
  fields: (t) => {
    const number = (
      name: 'latitude' | 'longitude' | 'accuracyMeters' | 'headingDegrees',
      description: string,
    ) =>
      t.float({
        nullable: true,
        description,
        varies: 'no',
        resolve: async (content, _args, ctx) => (await livePosition(ctx, content))?.[name] ?? null,
      });
    return {
      latitude: number('latitude', `${LATITUDE} ${ENDED}`),
      longitude: number('longitude', `${LONGITUDE} ${ENDED}`),
      accuracyMeters: number('accuracyMeters', `${ACCURACY_METERS} ${ENDED} Null if the device gave none.`),
      headingDegrees: number('headingDegrees', `${HEADING_DEGREES} ${ENDED} Null if the device gave none.`),
      updatedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: `Time of the position. ${ENDED}`,
        varies: 'no',
        resolve: async (content, _args, ctx) => (await livePosition(ctx, content))?.updatedAt ?? null,
      }),
      endsAt: t.field({
        type: 'DateTime',
        description:
          'Time at which sharing ends unless it is stopped before. Hide the position then: no event tells of the end.',
        resolve: ({ endsAt }) => endsAt,
      }),
      isActive: t.boolean({
        description: 'Whether the location is still shared.',
        varies: 'no',
        resolve: async (content, _args, ctx) => (await livePosition(ctx, content)) !== null,
      }),
    };
  },
});

mutationField('updateLiveLocation', {
  description:
    'Replaces the position of a live location of the caller. `messageUpdated` tells the members of the newest position at most once in 5 seconds.',
  refusals: 'INVALID_STATE once it has ended, and where the caller cannot send messages.',
  access: 'user',
  restriction: 'MESSAGING',
  isJudgedByWrite: true,
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    messageId: t.idOf('message', {
      required: true,
      description: 'A message of the caller with LiveLocationContent.',
    }),
    latitude: t.float({ required: true, description: LATITUDE }),
    longitude: t.float({ required: true, description: LONGITUDE }),
    accuracyMeters: t.float({ description: ACCURACY_METERS }),
    headingDegrees: t.float({ description: HEADING_DEGREES }),
  }),
  payload: { message: { type: MessageRef, description: 'The message with its new position.' } },
  resolve: async (ctx, input) => ({ message: await updateLiveLocation(ctx, input) }),
});

mutationField('stopLiveLocation', {
  description:
    'Ends a live location of the caller, also when they no longer see the message: its position is deleted. Succeeds without a change if it has ended. `messageUpdated` tells the members.',
  access: 'user',
  // Stopping only takes back.
  restriction: null,
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    messageId: t.idOf('message', {
      required: true,
      description: 'The live location of the caller, as a message.',
    }),
  }),
  payload: {
    message: {
      type: MessageRef,
      description: 'The message without its position. Null when the caller cannot see it.',
    },
  },
  resolve: async (ctx, { messageId }) => ({ message: await stopLiveLocation(ctx, messageId) }),
});
