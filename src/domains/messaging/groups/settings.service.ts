import { z } from 'zod';
import { attachMedia, detachMedia, findOwnMedia } from '#domains/foundation/media/media.service.ts';
import { recordScan, screenText } from '#domains/foundation/screening/screening.service.ts';
import type { Screening } from '#domains/foundation/screening/screening.types.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { nameSchema, textSchema } from '#platform/kernel/text.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  assertCanSend,
  canSend,
  requireConversation,
  TITLE_LENGTH_MAX,
} from '../conversations/conversations.service.ts';
import type {
  Conversation,
  ConversationViewer,
  SettingChanges,
} from '../conversations/conversations.types.ts';
import { assertGroup, lockAs } from '../conversations/group-locks.service.ts';
import {
  changeSettings,
  isSettled,
  lockOwnConversation,
  type OwnConversation,
} from '../conversations/membership.service.ts';
import { addSystemMessage } from '../messages/system-messages.service.ts';
import { canEdit } from './groups.policy.ts';

export const DESCRIPTION_LENGTH_MAX = 500;

const settingsInput = perLimits(({ disappearSecondsMin: min, disappearSecondsMax: max }) =>
  z.object({
    title: nameSchema({ min: 1, max: TITLE_LENGTH_MAX }).nullish(),
    description: textSchema({ min: 1, max: DESCRIPTION_LENGTH_MAX }).nullish(),
    disappearAfterSeconds: z
      .int()
      .min(min, `Give at least ${min} seconds.`)
      .max(max, `Give at most ${max} seconds.`)
      .nullish(),
  }),
);

type SettingsInput = {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly avatarMediaId?: string | null | undefined;
  readonly disappearAfterSeconds?: number | null | undefined;
};

type Update = SettingsInput & {
  readonly conversationId: string;
  /** The token of an earlier refusal for the same texts. */
  readonly retryToken?: string | null | undefined;
};

/**
 * Changes given settings of a group, or the timer of a direct conversation, that differ; null clears one.
 * @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE | VALIDATION_FAILED | MODERATION_NUDGE
 */
export async function updateConversation(ctx: UserContext, input: Update): Promise<Conversation> {
  const { conversationId, avatarMediaId } = input;
  const found = await requireConversation(ctx, conversationId);
  if (FACE.some((name) => input[name] !== undefined)) assertGroup(found);
  const parsed = parseInput(settingsInput(ctx.limits), input);
  if (avatarMediaId != null) await assertImage(ctx, avatarMediaId);
  if (found.kind === 'DIRECT') await assertCanSend(ctx, found);
  const screening = await screenTexts(ctx, found, parsed, input.retryToken);
  await ctx.transaction(async (tx) => {
    const conversation = await lockToChange(ctx, tx, found);
    const settings = changesOf(conversation, { ...parsed, avatarMediaId });
    if (Object.keys(settings).length === 0) return;
    await changeSettings(tx, conversation, { settings, byId: ctx.user.id });
    await tellInConversation(ctx, tx, { conversationId, settings });
    if (screening?.scan) {
      const subject = { subjectKind: 'GROUP', subjectId: conversationId, version: 1 } as const;
      await recordScan(ctx, tx, { ...subject, scan: screening.scan });
    }
    if (settings.avatarMediaId === undefined) return;
    const [before, after] = [conversation.avatarMediaId, settings.avatarMediaId];
    if (after !== null)
      await attachMedia(tx, { ownerId: ctx.user.id, ids: [after], path: ['avatarMediaId'] });
    if (before !== null) await detachMedia(tx, { ids: [before] });
  });
  return requireConversation(ctx, conversationId);
}

/** Judges the texts that differ from the present ones; null when none does. @throws AppError MODERATION_NUDGE | VALIDATION_FAILED */
async function screenTexts(
  ctx: UserContext,
  known: Conversation,
  given: Pick<SettingsInput, 'title' | 'description'>,
  retryToken: Update['retryToken'],
): Promise<Screening | null> {
  const title = given.title === known.title ? '' : (given.title ?? '');
  const description = given.description === known.description ? '' : (given.description ?? '');
  if (title === '' && description === '') return null;
  const path = [title === '' ? 'description' : 'title'];
  return screenText(ctx, { kind: 'GROUP', texts: [title, description], retryToken, path });
}

/** Locks a conversation whose settings the caller may change. */
async function lockToChange(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { id, kind }: Conversation,
): Promise<OwnConversation['conversation']> {
  if (kind === 'GROUP') return (await lockAs(ctx, tx, id, canEdit)).conversation;
  const { conversation } = await lockOwnConversation(ctx, tx, id);
  if (await isSettled(ctx, tx, conversation)) return conversation;
  throw new AppError('INVALID_STATE', 'Wait until the conversation is accepted.', {
    path: ['conversationId'],
    details: { current: 'REQUESTED', allowed: ['OPEN'] },
  });
}

/** Tells of changes by messages of the system. */
async function tellInConversation(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { conversationId, settings }: { conversationId: string; settings: SettingChanges },
): Promise<void> {
  const { title, avatarMediaId, disappearAfterSeconds } = settings;
  const message = { conversationId, byId: ctx.user.id };
  if (title !== undefined) await addSystemMessage(ctx, tx, { ...message, change: 'RENAMED', title });
  if (avatarMediaId !== undefined) await addSystemMessage(ctx, tx, { ...message, change: 'PICTURE_CHANGED' });
  if (disappearAfterSeconds === undefined) return;
  await addSystemMessage(ctx, tx, { ...message, change: 'TIMER_CHANGED', disappearAfterSeconds });
}

/** Whether `updateConversation` would change the timer. */
export async function canSetTimer(ctx: RequestContext, viewer: ConversationViewer): Promise<boolean> {
  if (viewer.kind === 'GROUP') return viewer.status === 'ACTIVE' && canEdit(viewer.role);
  return viewer.otherInbox !== 'REQUESTS' && canSend(ctx, viewer);
}

async function assertImage(ctx: UserContext, id: string): Promise<void> {
  const media = await findOwnMedia(ctx, id);
  if (!media) throw notFound('Media', ['avatarMediaId']);
  if (media.kind !== 'IMAGE') throw invalid(['avatarMediaId'], 'Use an image.', 'image');
}

/** The settings that only a group has. */
const FACE = ['title', 'description', 'avatarMediaId'] as const;
const SETTINGS = [...FACE, 'disappearAfterSeconds'] as const;

function changesOf(current: Required<SettingChanges>, given: SettingsInput): SettingChanges {
  const changed = SETTINGS.filter((name) => given[name] !== undefined && given[name] !== current[name]);
  return Object.fromEntries(changed.map((name) => [name, given[name]]));
}
