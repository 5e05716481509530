import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { PostVisibilityRef } from '#domains/content/posts/posts.schema.ts';
import { ScanRef } from '#domains/foundation/screening/scans.schema.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import {
  commentViewById,
  mediaViewById,
  messageViewById,
  postViewById,
  SCANS_SHOWN,
  scansBySubject,
} from './admin-content.loaders.ts';
import { MEDIA_SHOWN } from './admin-content.service.ts';
import type { CommentView, ContentView, MessageView, PostView } from './admin-content.types.ts';
import { MediaViewRef } from './media-views.schema.ts';

export const ModerationStateRef = enumType<ModerationState>('AdminModerationState', {
  description: 'Moderation state of a content.',
  values: {
    HELD: 'The author alone sees it, until a moderator decides.',
    REMOVED: 'Nobody but moderators sees it.',
    VISIBLE: 'Everybody of its audience sees it.',
  },
});

type Fields<View extends object> = PothosSchemaTypes.ObjectFieldBuilder<Types, View>;

/** Fields of every content. */
const ofContent = <View extends ContentView>(t: Fields<View>) => ({
  authorId: t.id({
    description: 'Global id of the author.',
    resolve: ({ authorId }) => toGlobalId('user', authorId),
  }),
  author: t.field({
    type: UserAccountRef,
    nullable: true,
    description: 'The account of the author. Null without the permission `USERS_READ`.',
    resolve: ({ authorId }, _args, ctx) => load(ctx, userAccountById, authorId),
  }),
  isPrivate: t.boolean({
    description:
      'Whether not everybody may see it: text and media are shown by `adminOpenPrivateContent` alone.',
    resolve: ({ isPrivate }) => isPrivate,
  }),
  mediaCount: t.int({ description: 'Number of media items.', resolve: ({ mediaIds }) => mediaIds.length }),
  moderationState: t.field({
    type: ModerationStateRef,
    description: 'Moderation state.',
    resolve: ({ moderationState }) => moderationState,
  }),
  reportCount: t.int({
    description: 'Number of reports, closed ones among them.',
    resolve: ({ reportCount }) => reportCount,
  }),
  openReportCount: t.int({
    description: 'Number of open reports.',
    resolve: ({ openReportCount }) => openReportCount,
  }),
  createdAt: t.field({
    type: 'DateTime',
    description: 'Time at which it was written.',
    resolve: ({ createdAt }) => createdAt,
  }),
  editedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the last edit. Null if there was none.',
    resolve: ({ editedAt }) => editedAt,
  }),
});

/** Fields of what can be published for everybody. */
const ofPublished = <View extends PostView | CommentView>(t: Fields<View>) => ({
  ...ofContent(t),
  text: t.string({
    nullable: true,
    description: 'Text of the present version. Null where it is private.',
    resolve: ({ isPrivate, text }) => (isPrivate ? null : text),
  }),
  media: t.field({
    type: [MediaViewRef],
    nullable: true,
    description: `Media items in their order, at most ${MEDIA_SHOWN}. Null where it is private.`,
    extensions: listSize(MEDIA_SHOWN),
    resolve: async ({ isPrivate, mediaIds }, _args, ctx) =>
      isPrivate ? null : [...(await loadMany(ctx, mediaViewById, mediaIds.slice(0, MEDIA_SHOWN)))],
  }),
  version: t.int({
    description: 'Version, from 1: every edit adds one.',
    resolve: ({ version }) => version,
  }),
  moderationReason: t.string({
    nullable: true,
    description: 'Reason of the last change of the moderation state, for moderators. Null without one.',
    resolve: ({ moderationReason }) => moderationReason,
  }),
  moderatedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the last change of the moderation state. Null without one.',
    resolve: ({ moderatedAt }) => moderatedAt,
  }),
  publishedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which others first could see it. Null while it is held from its beginning on.',
    resolve: ({ publishedAt }) => publishedAt,
  }),
  reactionCount: t.int({
    description: 'Number of reactions.',
    resolve: ({ reactionCount }) => reactionCount,
  }),
  scans: t.field({
    type: [ScanRef],
    description: `Judgements of machines about its text, at most ${SCANS_SHOWN}, newest first. Empty for one that was simply allowed.`,
    extensions: listSize(SCANS_SHOWN),
    resolve: async ({ id }, _args, ctx) => [...((await load(ctx, scansBySubject, id)) ?? [])],
  }),
});

export const PostViewRef = builder.objectRef<PostView>('AdminPostView').implement({
  description: 'A post as moderators see it, in every moderation state.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `post_…`.', resolve: ({ id }) => toGlobalId('post', id) }),
    ...ofPublished(t),
    visibility: t.field({
      type: PostVisibilityRef,
      description: 'Audience of the post.',
      resolve: ({ visibility }) => visibility,
    }),
    isSensitive: t.exposeBoolean('isSensitive', { description: 'Whether it is sensitive.' }),
    quotedPostId: t.id({
      nullable: true,
      description: 'Global id of the quoted post. Null without one.',
      resolve: ({ quotedPostId }) => quotedPostId && toGlobalId('post', quotedPostId),
    }),
    commentCount: t.exposeInt('commentCount', { description: 'Number of comments.' }),
    repostCount: t.exposeInt('repostCount', { description: 'Number of reposts.' }),
    quoteCount: t.exposeInt('quoteCount', { description: 'Number of quotes.' }),
    viewCount: t.exposeFloat('viewCount', { description: 'Number of views.' }),
  }),
});

export const CommentViewRef = builder.objectRef<CommentView>('AdminCommentView').implement({
  description: 'A comment as moderators see it, in every moderation state. It is private where its post is.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `comment_…`.', resolve: ({ id }) => toGlobalId('comment', id) }),
    ...ofPublished(t),
    postId: t.id({
      description: 'Global id of the post.',
      resolve: ({ postId }) => toGlobalId('post', postId),
    }),
    parentId: t.id({
      nullable: true,
      description: 'Global id of the comment that it answers. Null for one on the post.',
      resolve: ({ parentId }) => parentId && toGlobalId('comment', parentId),
    }),
    replyCount: t.exposeInt('replyCount', { description: 'Number of replies.' }),
  }),
});

export const MessageViewRef = builder.objectRef<MessageView>('AdminMessageView').implement({
  description:
    'A message as moderators see it without a look at its content, which `adminOpenPrivateContent` shows.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `message_…`.', resolve: ({ id }) => toGlobalId('message', id) }),
    ...ofContent(t),
    conversationId: t.id({
      description: 'Global id of the conversation.',
      resolve: ({ conversationId }) => toGlobalId('conversation', conversationId),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it disappears. Null for one that stays.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
  }),
});

const READ = { permission: 'REPORTS_READ' } as const;

adminNodeType(PostViewRef, 'post', READ, (ctx, id) => load(ctx, postViewById, id));
adminNodeType(CommentViewRef, 'comment', READ, (ctx, id) => load(ctx, commentViewById, id));
adminNodeType(MessageViewRef, 'message', READ, (ctx, id) => load(ctx, messageViewById, id));
