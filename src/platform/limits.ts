import { z } from 'zod';

const KIB = 1024;
const MIB = 1024 * KIB;

const count = (value: number, description: string) =>
  z.coerce.number().int().positive().default(value).describe(description);

/**
 * Every limit of the API with its default. The environment overrides one by its name in capitals
 * (`pageSizeMax` by `LIMIT_PAGE_SIZE_MAX`); the query `apiLimits` shows the values in force.
 */
export const limitsSchema = z.strictObject({
  requestBodyBytes: count(256 * KIB, 'Bytes of a JSON request, or of `operations` in a multipart one.'),
  queryTokens: count(2_000, 'Tokens of a document.'),
  queryBrackets: count(200, 'Levels of brackets in a document, whatever they mean.'),
  queryDepth: count(15, 'Levels of fields in an operation; introspection has a bound of its own.'),
  queryAliases: count(30, 'Aliases in an operation.'),
  queryRootFields: count(20, 'Root fields of a query.'),
  mutationRootFields: count(5, 'Root fields of a mutation.'),
  listInputItems: count(250, 'Items of a list in the input.'),
  jsonDepth: count(32, 'Levels of a `JSON` value.'),
  jsonBytes: count(16 * KIB, 'Bytes of a `JSON` value.'),
  operationCost: count(
    10_000,
    'Points of one operation: one for each object and a fifth for each scalar; lists multiply what is below them by their page size.',
  ),
  userCostBudget: count(20_000, 'Points that a user can spend at once.'),
  userCostRefillPerSecond: count(200, 'Points that a user gets back each second.'),
  anonymousCostBudget: count(4_000, 'Points that an address without a user can spend at once.'),
  anonymousCostRefillPerSecond: count(40, 'Points that an address without a user gets back each second.'),
  operationTimeoutMs: count(10_000, 'Milliseconds after which an operation is cancelled.'),
  pageSizeDefault: count(20, 'Items of a page when `first` and `last` are left out.'),
  pageSizeMax: count(100, 'Items of a page.'),
  uploadFiles: count(10, 'Files of a request.'),
  uploadImageBytes: count(20 * MIB, 'Bytes of a picture.'),
  uploadVideoBytes: count(200 * MIB, 'Bytes of a video.'),
  uploadAudioBytes: count(25 * MIB, 'Bytes of a sound.'),
  uploadTimeoutMs: count(30 * 60 * 1_000, 'Milliseconds in which all bytes of an upload must have come.'),
  imagePixels: count(50_000_000, 'Pixels of a picture.'),
  imageFrames: count(1_000, 'Frames of a picture that moves.'),
  imageProcessingMs: count(30_000, 'Milliseconds in which a picture must be processed.'),
  videoDurationMs: count(10 * 60 * 1_000, 'Milliseconds of a video.'),
  videoEdgePixels: count(4_096, 'Pixels of the longer edge of a video.'),
  audioDurationMs: count(60 * 60 * 1_000, 'Milliseconds of a sound.'),
  recordingProcessingMs: count(2 * 60 * 1_000, 'Milliseconds in which a video or a sound must be processed.'),
  mediaProcessBytes: count(768 * MIB, 'Bytes of memory that the processing of a file may take.'),
  socketSubscriptions: count(100, 'Operations under way on one socket.'),
  sessionSockets: count(10, 'Open sockets of one session.'),
  socketMessageBytes: count(64 * KIB, 'Bytes of a message to the server.'),
  socketQueueBytes: count(1 * MIB, 'Bytes that wait for a slow reader before its socket is closed.'),
  postTextLength: count(2_200, 'Characters of a post.'),
  commentTextLength: count(2_200, 'Characters of a comment.'),
  messageTextLength: count(4_000, 'Characters of a message.'),
  bioLength: count(500, 'Characters of what a person says of themselves.'),
  displayNameLength: count(50, 'Characters of a display name.'),
  usernameLengthMin: count(3, 'Characters that a username has at least.'),
  usernameLengthMax: count(30, 'Characters of a username.'),
  textMentions: count(50, 'Mentions in a text.'),
  textHashtags: count(30, 'Hashtags in a text.'),
  textLinks: count(50, 'Links in a text.'),
  postMedia: count(10, 'Media of a post.'),
  postAudience: count(100, 'People whom a private post names.'),
  postEdits: count(100, 'Edits of the text of a post.'),
  pinnedPosts: count(3, 'Pinned posts of a person.'),
  drafts: count(50, 'Drafts of a person.'),
  postViewEvents: count(100, 'Views of posts in one report.'),
  savedPosts: count(10_000, 'Saved posts of a person.'),
  savedCollections: count(100, 'Collections of saved posts of a person.'),
  collectionNameLength: count(50, 'Characters of the name of a collection of saved posts.'),
  commentMedia: count(4, 'Media of a comment.'),
  commentEditMinutes: count(15, 'Minutes in which the text of a comment can be changed.'),
  pinnedComments: count(3, 'Pinned comments of a post.'),
  messageMedia: count(10, 'Media of a message.'),
  groupParticipants: count(100, 'People in a group.'),
  followedHashtags: count(500, 'Hashtags that a person follows.'),
  mutedWords: count(200, 'Muted words of a person, those that have ended left out.'),
  mutedWordLength: count(100, 'Characters of a muted word or phrase.'),
  timelineEntries: count(800, 'Places that a home timeline keeps; what is older is looked up.'),
  timelineFollowers: count(
    250_000,
    'Followers from which on what somebody publishes is looked up by further ones, not delivered to them.',
  ),
  timelinePulled: count(50, 'People whom one reader looks up for having so many followers.'),
  accountDeletionGraceDays: count(30, 'Days in which the deletion of an account can be cancelled.'),
  dataExportIntervalHours: count(24, 'Hours between two exports of the data of one account.'),
  dataExportLifeDays: count(7, 'Days in which a finished export can be fetched.'),
});

export type Limits = z.infer<typeof limitsSchema>;

export const defaultLimits: Limits = limitsSchema.parse({});
