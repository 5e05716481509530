import { z } from 'zod';
import { attachMedia, detachMedia, findOwnMedia } from '#domains/foundation/media/media.service.ts';
import type { UserContext } from '#platform/request/context.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { nameSchema, textSchema } from '#platform/kernel/text.ts';
import { requireConversation, TITLE_LENGTH_MAX } from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { assertGroup, lockAs } from '../conversations/group-locks.service.ts';
import { changeSettings, type SettingChanges } from '../conversations/membership.service.ts';
import { addSystemMessage } from '../messages/system-messages.service.ts';
import { canEdit } from './groups.policy.ts';

export const DESCRIPTION_LENGTH_MAX = 500;

const settingsInput = z.object({
  title: nameSchema({ min: 1, max: TITLE_LENGTH_MAX }).nullish(),
  description: textSchema({ min: 1, max: DESCRIPTION_LENGTH_MAX }).nullish(),
});

type SettingsInput = {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly avatarMediaId?: string | null | undefined;
};

/** Changes given settings of a group that differ; null clears one. @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE */
export async function updateConversation(
  ctx: UserContext,
  input: SettingsInput & { readonly conversationId: string },
): Promise<Conversation> {
  const { conversationId, avatarMediaId } = input;
  assertGroup(await requireConversation(ctx, conversationId));
  const { title, description } = parseInput(settingsInput, input);
  if (avatarMediaId != null) await assertImage(ctx, avatarMediaId);
  await ctx.transaction(async (tx) => {
    const { conversation } = await lockAs(ctx, tx, conversationId, canEdit);
    const settings = changesOf(conversation, { title, description, avatarMediaId });
    if (Object.keys(settings).length === 0) return;
    const byId = ctx.user.id;
    await changeSettings(tx, conversation, { settings, byId });
    if (settings.title !== undefined) {
      await addSystemMessage(ctx, tx, { conversationId, change: 'RENAMED', byId, title: settings.title });
    }
    if (settings.avatarMediaId === undefined) return;
    await addSystemMessage(ctx, tx, { conversationId, change: 'PICTURE_CHANGED', byId });
    const [before, after] = [conversation.avatarMediaId, settings.avatarMediaId];
    if (after !== null) await attachMedia(tx, { ownerId: byId, ids: [after], path: ['avatarMediaId'] });
    if (before !== null) await detachMedia(tx, { ids: [before] });
  });
  return requireConversation(ctx, conversationId);
}

async function assertImage(ctx: UserContext, id: string): Promise<void> {
  const media = await findOwnMedia(ctx, id);
  if (!media) throw notFound('Media', ['avatarMediaId']);
  if (media.kind !== 'IMAGE') throw invalid(['avatarMediaId'], 'Use an image.', 'image');
}

const SETTINGS = ['title', 'description', 'avatarMediaId'] as const;

function changesOf(current: Required<SettingChanges>, given: SettingsInput): SettingChanges {
  const changed = SETTINGS.filter((name) => given[name] !== undefined && given[name] !== current[name]);
  return Object.fromEntries(changed.map((name) => [name, given[name]]));
}
