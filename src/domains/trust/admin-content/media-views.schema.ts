import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { MediaKindRef, MediaStateRef } from '#domains/foundation/media/media.schema.ts';
import { fileUrl, mainFileOf } from '#domains/foundation/media/media.service.ts';
import type { MediaScanState } from '#domains/foundation/media/media.types.ts';
import { ScanRef } from '#domains/foundation/screening/scans.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { mediaViewById, SCANS_SHOWN, scansBySubject } from './admin-content.loaders.ts';
import type { MediaView } from './admin-content.types.ts';

const ScanStateRef = enumType<MediaScanState>('AdminMediaScanState', {
  description: 'Judgement of a machine on an image.',
  values: {
    CLEAN: 'Nothing was found.',
    FLAGGED: 'Posts and comments that show it are held.',
    SENSITIVE: 'Posts that show it are sensitive.',
    SKIPPED: 'No machine judges it.',
    UNSCANNED: 'Not judged yet.',
  },
});

export const MediaViewRef = builder.objectRef<MediaView>('AdminMediaView').implement({
  description: 'A media item as moderators see it, also one that is held with what shows it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `media_…`.', resolve: ({ id }) => toGlobalId('media', id) }),
    ownerId: t.id({
      description: 'Global id of the owner.',
      resolve: ({ ownerId }) => toGlobalId('user', ownerId),
    }),
    owner: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the owner. Null without the permission `USERS_READ`.',
      resolve: ({ ownerId }, _args, ctx) => load(ctx, userAccountById, ownerId),
    }),
    kind: t.field({ type: MediaKindRef, description: 'Kind.', resolve: ({ kind }) => kind }),
    state: t.field({ type: MediaStateRef, description: 'Processing state.', resolve: ({ state }) => state }),
    failure: t.exposeString('failure', {
      nullable: true,
      description:
        'Why it could not be processed, or what the scanner found. Null unless FAILED or REJECTED.',
    }),
    scanState: t.field({
      type: ScanStateRef,
      description: 'Judgement of a machine on it.',
      resolve: ({ scanState }) => scanState,
    }),
    scans: t.field({
      type: [ScanRef],
      description: `Scans of it, at most ${SCANS_SHOWN}, newest first.`,
      extensions: listSize(SCANS_SHOWN),
      resolve: async ({ id }, _args, ctx) => [...((await load(ctx, scansBySubject, id)) ?? [])],
    }),
    isPrivate: t.boolean({
      description:
        'Whether no profile, public post or comment shows it: its link, alt text and name are given by `adminOpenPrivateContent` alone.',
      resolve: ({ isShown }) => !isShown,
    }),
    isViewOnce: t.exposeBoolean('isViewOnce', { description: 'Whether it was sent to be viewed once.' }),
    url: t.string({
      nullable: true,
      description:
        'Signed link to the file, valid for 10 to 15 minutes and while the owner is not suspended. Null unless READY, and where it is private. Give it to nobody.',
      resolve: (view, _args, ctx) => {
        const file = mainFileOf(view);
        return view.isShown && view.state === 'READY' && file ? fileUrl(ctx, file) : null;
      },
    }),
    altText: t.string({
      nullable: true,
      description: 'Alt text by the owner. Null if none, and where it is private.',
      resolve: ({ isShown, altText }) => (isShown ? altText : null),
    }),
    fileName: t.string({
      nullable: true,
      description: 'Name of a file. Null for the other kinds, and where it is private.',
      resolve: ({ isShown, document }) => (isShown ? (document?.fileName ?? null) : null),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the upload.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

builder.objectFields(MediaViewRef, (t) => ({
  contentType: t.string({
    nullable: true,
    description: 'MIME type of the file. Null where there is none yet.',
    resolve: (view) => mainFileOf(view)?.contentType ?? null,
  }),
  sizeBytes: t.float({
    nullable: true,
    description: 'Size of the file. Null where there is none yet.',
    resolve: (view) => mainFileOf(view)?.sizeBytes ?? null,
  }),
  width: t.exposeInt('width', {
    nullable: true,
    description: 'Width in pixels. Null for audio, files and what is PROCESSING.',
  }),
  height: t.exposeInt('height', {
    nullable: true,
    description: 'Height in pixels. Null for audio, files and what is PROCESSING.',
  }),
  durationMs: t.exposeInt('durationMs', {
    nullable: true,
    description: 'Duration in milliseconds. Null for images, files and what is PROCESSING.',
  }),
}));

adminNodeType(MediaViewRef, 'media', { permission: 'REPORTS_READ' }, (ctx, id) =>
  load(ctx, mediaViewById, id),
);
