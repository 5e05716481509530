import {
  TEXT_ENTITIES_MAX,
  TEXT_ENTITIES_SIZE,
  TextEntityRef,
} from '#domains/graph/entities/entities.schema.ts';
import { shownEntities } from '#domains/graph/entities/entities.service.ts';
import { AudienceRef } from '#domains/graph/privacy/privacy.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { childListField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { editHistory, LATEST_REVISION_FIRST, updatePost } from './editing.service.ts';
import { PostRef, PostVisibilityRef } from '../posts/posts.schema.ts';
import type { PostRevision } from '../posts/posts.types.ts';
import { PostLocationInputRef } from '../posts/publishing.schema.ts';

const PostRevisionRef = builder.objectRef<PostRevision>('PostRevision').implement({
  description: 'Text of a post that an edit replaced. Visible to every viewer of the post.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The replaced text; may be empty.' }),
    entities: t.field({
      type: [TextEntityRef],
      description: `Mentions, hashtags and links of the replaced text, at most ${TEXT_ENTITIES_MAX}.`,
      extensions: TEXT_ENTITIES_SIZE,
      resolve: (revision, _args, ctx) => shownEntities(ctx, revision.entities),
    }),
    editedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the text was replaced.',
      resolve: (revision) => revision.replacedAt,
    }),
  }),
});

const PostRevisionConnectionRef = connectionType('PostRevision', PostRevisionRef, {
  description: 'Revisions of a post, newest first.',
});

childListField(PostRef, 'editHistory', {
  connection: PostRevisionConnectionRef,
  description: 'Replaced texts of the post, newest first; at most {postEdits} in all.',
  order: LATEST_REVISION_FIRST,
  rows: (ctx, { id }, _args, page) => editHistory(ctx, id, page),
});

mutationField('updatePost', {
  description:
    'Updates the given fields of a post of the caller; omitted fields stay, and null clears a field. Media, poll and quoted post cannot be changed; replaced texts are listed in `editHistory`.',
  refusals: 'MODERATION_NUDGE when a machine takes the text for something that may hurt.',
  access: 'user',
  restriction: 'POSTING',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    postId: t.idOf('post', { required: true, description: 'The post to update.' }),
    expectedVersion: t.int({
      description:
        '`version` of the post that the caller has changed. CONFLICT if the post has another one. Without it the last update wins.',
    }),
    text: t.string({
      description:
        'The text, as for `createPost`; empty or null removes the text of a post with media. Fails with LIMIT_REACHED after {postEdits} edits, and with INVALID_STATE while the poll of the post has votes.',
    }),
    isSensitive: t.boolean({
      description:
        'Whether the post is sensitive: shown on request only. It stays sensitive while a machine finds its text or media so. Cannot be null.',
    }),
    commentAudience: t.field({
      type: AudienceRef,
      description: 'Audience that may comment from now on. Cannot be null.',
    }),
    location: t.field({ type: PostLocationInputRef, description: 'The location. Null removes it.' }),
    visibility: t.field({
      type: PostVisibilityRef,
      description:
        'A narrower audience: PUBLIC can become any other, FOLLOWERS and SUBSCRIBERS can become PRIVATE with the author alone. A wider or different audience is refused. Cannot be null.',
    }),
    tierLevel: t.int({
      description:
        'Lowest tier level that can see a SUBSCRIBERS post, 1 to 100; can only rise. Null stands for every subscriber.',
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: { post: { type: PostRef, description: 'The updated post.' } },
  resolve: async (ctx, input) => ({ post: await updatePost(ctx, input) }),
});
