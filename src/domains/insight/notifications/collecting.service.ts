import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '../notification-settings/notification.types.ts';
import {
  type ActChange,
  type ChangedNotification,
  changeActs,
  insertNotifications,
  judgePairs,
  type KnownAct,
  listActs,
  listStandingReactions,
  lockNotifications,
  type NewNotification,
} from './collecting.queries.ts';
import { notificationChanged } from './notifications.events.ts';
import { groupKeyOf, REPEATED_WITHIN_MS } from './notifications.policy.ts';
import type { NotificationChange, Retracted, Told } from './notifications.types.ts';

/** Takes events and jobs: the transaction, or a list that holds them until it is known that they leave. */
export type Outbox = Pick<Tx, 'emit' | 'enqueue'>;

type Collecting = Pick<Services, 'clock' | 'ids'>;

/**
 * Writes what is told and taken back, in sets: an act is told once, joins the open group of its kind, and one that is taken back leaves it.
 * Tells of each notification that has changed once.
 */
export async function collect(
  services: Collecting,
  tx: Tx,
  outbox: Outbox,
  drafts: readonly (Told | Retracted)[],
): Promise<void> {
  const { told, retracted } = netOf(drafts);
  const wanted = await wantedOf(services, tx, told);
  const known = await listActs(tx, [...wanted, ...retracted].flatMap(actOf));
  const changes = [...(await retractionsOf(tx, retracted, known))];
  const news: WantedTold[] = [];
  const knownBy = latestKnown(known);
  for (const each of wanted) {
    const act = knownBy.get(keyOfAct(each));
    if (!act) news.push(each);
    else if (act.retractedAt !== null) {
      const isNews = each.at.getTime() - act.retractedAt.getTime() > REPEATED_WITHIN_MS;
      if (isNews && !act.isOpen) news.push(each);
      else changes.push({ ...act, at: isNews ? each.at : act.at, retractedAt: null, isNews });
    }
  }
  const groups = Map.groupBy(news, (each) => `${each.recipientId} ${groupKeyOf(each)}`);
  const locked = await lockNotifications(tx, {
    groups: [...groups.values()].flatMap(([first]) =>
      first ? [{ recipientId: first.recipientId, groupKey: groupKeyOf(first) }] : [],
    ),
    ids: changes.map(({ notificationId }) => notificationId),
  });
  const openIds = new Map(locked.map((row) => [`${row.recipientId} ${row.groupKey}`, row]));
  const made: NewNotification[] = [];
  for (const [key, acts] of groups) {
    const open = openIds.get(key);
    // A row that is not grouped was told before.
    if (open && !open.isGrouped) continue;
    const notificationId = open?.id ?? services.ids.next();
    if (!open) made.push(newNotification(notificationId, acts));
    changes.push(...acts.flatMap((act) => changeOf(notificationId, act)));
  }
  const inserted = await insertNotifications(tx, made);
  const missing = new Set(made.filter(({ id }) => !inserted.has(id)).map(({ id }) => id));
  const changed = await changeActs(
    tx,
    uniqueActs(changes.filter(({ notificationId }) => !missing.has(notificationId))),
  );
  for (const each of changed) tellChanged(outbox, each);
  for (const each of made) if (inserted.has(each.id) && !each.hasActor) tellMade(outbox, each);
}

/** `key` names what each of the recipients is told once. */
type Addition = Pick<Told, 'type' | 'targetType' | 'targetId' | 'key' | 'facts' | 'at'> & {
  readonly recipientIds: readonly string[];
};

/** Tells recipients of something that nobody did, as an announcement; those who were told of the same key before are not told again. */
export const addNotifications = (
  services: Collecting,
  tx: Tx,
  { recipientIds, ...same }: Addition,
): Promise<void> =>
  collect(
    services,
    tx,
    tx,
    recipientIds.map((recipientId) => ({
      kind: 'TOLD',
      ...same,
      recipientId,
      actorId: null,
      actId: null,
      parentId: null,
    })),
  );

type WantedTold = Told & { readonly isListed: boolean };

/** The last word about each act. What is taken back and done again stays as it was. */
function netOf(drafts: readonly (Told | Retracted)[]): {
  readonly told: readonly Told[];
  readonly retracted: readonly Retracted[];
} {
  const told = new Map<string, Map<string, Told>>();
  const retracted = new Map<string, Retracted>();
  for (const draft of drafts) {
    const act = `${draft.type} ${draft.actorId ?? ''} ${draft.actId ?? ''}`;
    if (draft.kind === 'RETRACTED') {
      told.delete(act);
      retracted.set(act, draft);
      continue;
    }
    const ofAct = told.get(act) ?? new Map<string, Told>();
    told.set(act, ofAct);
    const key = draft.actorId === null ? `${draft.recipientId} ${draft.key}` : draft.recipientId;
    if (!ofAct.has(key)) ofAct.set(key, draft);
    retracted.delete(act);
  }
  return {
    told: [...told.values()].flatMap((each) => [...each.values()]),
    retracted: [...retracted.values()],
  };
}

async function wantedOf(
  { clock }: Collecting,
  tx: Tx,
  told: readonly Told[],
): Promise<readonly WantedTold[]> {
  if (told.length === 0) return [];
  const judged = await judgePairs(tx, { pairs: told, now: clock.now() });
  return told.flatMap((each, index) => {
    const answer = judged.get(index);
    return answer ? [{ ...each, ...answer }] : [];
  });
}

const actOf = ({ actorId, actId }: Told | Retracted): { actorId: string; actId: string }[] =>
  actorId === null || actId === null ? [] : [{ actorId, actId }];

const keyOfAct = ({
  recipientId,
  type,
  actorId,
  actId,
}: Pick<Told, 'recipientId' | 'type' | 'actorId' | 'actId'>): string =>
  [recipientId, type, actorId, actId].join(' ');

/** Of an act that was told more than once, the row that stands, or else the one that was taken back last. */
function latestKnown(known: readonly KnownAct[]): ReadonlyMap<string, KnownAct> {
  const found = new Map<string, KnownAct>();
  for (const act of known) {
    const other = found.get(keyOfAct(act));
    if (!other || timeOfEnd(act) > timeOfEnd(other)) found.set(keyOfAct(act), act);
  }
  return found;
}

const timeOfEnd = ({ retractedAt }: KnownAct): number => retractedAt?.getTime() ?? Number.POSITIVE_INFINITY;

async function retractionsOf(
  tx: Tx,
  retracted: readonly Retracted[],
  known: readonly KnownAct[],
): Promise<readonly ActChange[]> {
  const standing = await listStandingReactions(
    tx,
    retracted.filter(({ type }) => type === 'MESSAGE_REACTION'),
  );
  return retracted.flatMap(({ type, actorId, actId, at: retractedAt }) =>
    standing.has(`${actorId} ${actId}`)
      ? []
      : known
          .filter(
            (act) =>
              act.type === type && act.actorId === actorId && act.actId === actId && act.retractedAt === null,
          )
          .map((act) => ({ ...act, retractedAt, isNews: false })),
  );
}

function newNotification(id: string, acts: readonly WantedTold[]): NewNotification {
  const [first] = acts;
  if (!first) throw new Error('a group has no act');
  const { recipientId, type, targetType, targetId, parentId, facts, isListed, at, actorId } = first;
  const { isGrouped }: NotificationKind = NOTIFICATION_KINDS[type];
  return {
    id,
    recipientId,
    type,
    targetType,
    targetId,
    parentId,
    facts,
    isListed,
    at,
    groupKey: groupKeyOf(first),
    isGrouped,
    hasActor: actorId !== null,
  };
}

const changeOf = (notificationId: string, { actorId, actId, at }: Told): ActChange[] =>
  actorId === null || actId === null
    ? []
    : [{ notificationId, actorId, actId, at, retractedAt: null, isNews: true }];

/** One change of each act: the last. */
const uniqueActs = (changes: readonly ActChange[]): readonly ActChange[] => [
  ...new Map(
    changes.map((change) => [`${change.notificationId} ${change.actorId} ${change.actId}`, change]),
  ).values(),
];

function kindOf({ actorCount, formerActorCount }: ChangedNotification): NotificationChange {
  if (actorCount === 0) return 'REMOVED';
  return formerActorCount === 0 ? 'NEW' : 'REGROUPED';
}

function tellChanged(outbox: Outbox, changed: ChangedNotification): void {
  const { id: notificationId, recipientId, type, groupKey, actorCount } = changed;
  const { formerHighestActorCount, highestActorCount } = changed;
  const counts = { actorCount, formerHighestActorCount, highestActorCount };
  outbox.emit(
    notificationChanged,
    { notificationId, recipientId, type, kind: kindOf(changed), groupKey, ...counts },
    { userIds: [recipientId] },
  );
}

function tellMade(
  outbox: Outbox,
  { id: notificationId, recipientId, type, groupKey }: NewNotification,
): void {
  const counts = { actorCount: 0, formerHighestActorCount: 0, highestActorCount: 1 };
  const userIds = [recipientId];
  outbox.emit(
    notificationChanged,
    { notificationId, recipientId, type, kind: 'NEW', groupKey, ...counts },
    { userIds },
  );
}
