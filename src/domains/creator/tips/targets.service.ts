import { visibleCommentById } from '#domains/content/comments/comments.loaders.ts';
import { visiblePostById } from '#domains/content/posts/posts.loaders.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { visibleMessageById } from '#domains/messaging/messages/messages.loaders.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { tipTakerById } from './tips.loaders.ts';
import type { TipTarget, TipTargetKind } from './tips.types.ts';

const SEES: Readonly<Record<TipTargetKind, (ctx: RequestContext, id: string) => Promise<boolean>>> = {
  POST: async (ctx, id) => (await load(ctx, visiblePostById, id)) !== null,
  COMMENT: async (ctx, id) => (await load(ctx, visibleCommentById, id)) !== null,
  USER: async (ctx, id) => (await load(ctx, visibleUserById, id)) !== null,
  MESSAGE: async (ctx, id) => (await load(ctx, visibleMessageById, id))?.deletedAt === null,
};

/** Whether the caller sees a target. */
export const seesTarget = (ctx: RequestContext, { kind, id }: TipTarget): Promise<boolean> =>
  SEES[kind](ctx, id);

/** Answers `viewer.canTip`, for somebody's profile or content that the caller can see. */
export const canTip = async (ctx: RequestContext, receiverId: string): Promise<boolean> =>
  (await load(ctx, tipTakerById, receiverId)) !== null;
