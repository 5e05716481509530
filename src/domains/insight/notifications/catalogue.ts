import { exportReady } from '#domains/identity/accounts/accounts.events.ts';
import { passwordChanged } from '#domains/identity/credentials/credentials.events.ts';
import { newDeviceSignedIn } from '#domains/identity/sessions/sessions.events.ts';
import {
  followRequested,
  followRequestEnded,
  userFollowed,
  userUnfollowed,
} from '#domains/graph/follows/follows.events.ts';
import type { IdType } from '#platform/kernel/ids.ts';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import type { Draft, NotificationFacts, Retracted, Told } from './notifications.types.ts';

/** An event, with the users to whom it was addressed. */
export type Occurred = {
  readonly eventId: string;
  readonly at: Date;
  readonly recipients: readonly string[];
};

/** An event with what it tells, retracts or ends. */
export type Entry = {
  readonly event: EventDefinition<object>;
  readonly drafts: (payload: object, occurred: Occurred) => readonly Draft[];
};

/** Adds an event to the catalogue: whom it tells of what, or what it takes back. */
export function tells<Payload extends object>(
  event: EventDefinition<Payload>,
  drafts: (payload: Payload, occurred: Occurred) => readonly Draft[],
): Entry {
  // Events are given to the entry of their own definition, which gave the payload its type.
  return { event, drafts: drafts as Entry['drafts'] };
}

type About = {
  readonly type: NotificationType;
  readonly to: string;
  readonly actor?: string | null;
  readonly target?: readonly [IdType, string] | null;
  readonly parent?: string | null;
  /** Tells the acts of one actor apart; the target where it is omitted. */
  readonly act?: string;
  /** Makes it the only one of its type; the act and the actor where it is omitted. */
  readonly key?: string;
  readonly facts?: NotificationFacts;
};

export function told(occurred: Pick<Occurred, 'at' | 'eventId'>, about: About): Told {
  const { type, to, actor = null, target = null, parent = null, act, key, facts = {} } = about;
  const [targetType, targetId] = target ?? [null, null];
  const actId = act ?? targetId;
  return {
    kind: 'TOLD',
    type,
    recipientId: to,
    actorId: actor,
    actId: actor === null ? null : (actId ?? occurred.eventId),
    targetType,
    targetId,
    parentId: parent,
    key: key ?? [actId ?? occurred.eventId, ...(actor === null ? [] : [actor])].join(':'),
    facts,
    at: occurred.at,
  };
}

export const retracted = (
  type: NotificationType,
  { at }: Pick<Occurred, 'at'>,
  actorId: string,
  actId: string,
): Retracted => ({ kind: 'RETRACTED', type, actorId, actId, at });

/** Matters of the account, and people who follow each other. */
export const PEOPLE: readonly Entry[] = [
  tells(userFollowed, ({ followerId, followeeId }, occurred) => [
    told(occurred, { type: 'FOLLOW', to: followeeId, actor: followerId, target: ['user', followeeId] }),
  ]),
  tells(userUnfollowed, ({ followerId, followeeId }, occurred) => [
    retracted('FOLLOW', occurred, followerId, followeeId),
  ]),
  tells(followRequested, ({ requesterId, targetId }, occurred) => [
    told(occurred, {
      type: 'FOLLOW_REQUEST',
      to: targetId,
      actor: requesterId,
      target: ['user', requesterId],
      act: targetId,
    }),
  ]),
  tells(followRequestEnded, ({ requesterId, targetId, outcome }, occurred) => [
    retracted('FOLLOW_REQUEST', occurred, requesterId, targetId),
    ...(outcome === 'ACCEPTED'
      ? [
          told(occurred, {
            type: 'FOLLOW_REQUEST_ACCEPTED',
            to: requesterId,
            actor: targetId,
            target: ['user', targetId],
            act: requesterId,
          }),
        ]
      : []),
  ]),
  tells(newDeviceSignedIn, ({ userId, sessionId }, occurred) => [
    told(occurred, { type: 'NEW_SIGN_IN', to: userId, target: ['session', sessionId] }),
  ]),
  tells(passwordChanged, ({ userId }, occurred) => [
    told(occurred, { type: 'PASSWORD_CHANGED', to: userId }),
  ]),
  tells(exportReady, ({ userId, exportId }, occurred) => [
    told(occurred, { type: 'DATA_EXPORT_READY', to: userId, target: ['dataexport', exportId] }),
  ]),
];
