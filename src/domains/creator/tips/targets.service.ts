import { visibleCommentById } from '#domains/content/comments/comments.loaders.ts';
import { visiblePostById } from '#domains/content/posts/posts.loaders.ts';
import { privacyAllows } from '#domains/graph/privacy/privacy.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { visibleMessageById } from '#domains/messaging/messages/messages.loaders.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { TARGET_FIELDS, tipNotAllowed, tipToOneself } from './tips.policy.ts';
import type { TipTarget, TipTargetKind } from './tips.types.ts';

/** The users who get tips for targets that the caller sees; undefined where the caller sees none. */
const RECEIVERS: Readonly<
  Record<TipTargetKind, (ctx: RequestContext, id: string) => Promise<string | null | undefined>>
> = {
  POST: async (ctx, id) => (await load(ctx, visiblePostById, id))?.authorId,
  COMMENT: async (ctx, id) => (await load(ctx, visibleCommentById, id))?.authorId,
  USER: async (ctx, id) => (await load(ctx, visibleUserById, id))?.id,
  MESSAGE: async (ctx, id) => {
    const message = await load(ctx, visibleMessageById, id);
    return message && message.deletedAt === null ? message.senderId : undefined;
  },
};

/** Whether the caller sees a target. */
export const seesTarget = async (ctx: RequestContext, { kind, id }: TipTarget): Promise<boolean> =>
  (await RECEIVERS[kind](ctx, id)) !== undefined;

const NOUNS = { POST: 'Post', COMMENT: 'Comment', USER: 'User', MESSAGE: 'Message' } as const;

/** Finds out why a write refuses a tip for a target. @throws AppError NOT_FOUND | VALIDATION_FAILED @throws ValidationFailed with FORBIDDEN */
export async function assertCanTip(ctx: UserContext, { kind, id }: TipTarget): Promise<void> {
  const receiverId = await RECEIVERS[kind](ctx, id);
  if (receiverId === undefined) throw notFound(NOUNS[kind], ['target', TARGET_FIELDS[kind]]);
  if (receiverId === ctx.user.id) throw tipToOneself();
  if (receiverId === null || !(await canTip(ctx, receiverId))) throw tipNotAllowed();
}

/** Guards `sendTip` and answers `viewer.canTip`, for somebody's profile or content that the caller can see. */
export async function canTip(ctx: RequestContext, receiverId: string): Promise<boolean> {
  if (!ctx.user || ctx.user.id === receiverId) return false;
  const [receiver, isAllowed] = await Promise.all([
    load(ctx, visibleUserById, receiverId),
    privacyAllows(ctx, 'TIP', receiverId),
  ]);
  return receiver !== null && isAllowed;
}
