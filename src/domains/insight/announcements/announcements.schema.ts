import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { ACTIVE_DAYS_MAX, LANGUAGES_MAX, TEXT_LENGTH_MAX, TITLE_LENGTH_MAX } from './announcements.policy.ts';
import { NotificationRef } from '../notifications/notifications.schema.ts';
import {
  adminCancelAnnouncement,
  adminGetAnnouncements,
  adminSendAnnouncement,
  findAnnouncement,
} from './announcements.service.ts';
import type {
  Announcement,
  AnnouncementAudience,
  AnnouncementState,
  AnnouncementText,
} from './announcements.types.ts';

const StateRef = enumType<AnnouncementState>('AdminAnnouncementState', {
  description: 'State of an announcement.',
  values: {
    SENDING: 'The announcement is on its way.',
    SENT: 'The whole audience has it.',
    CANCELED: 'An admin has ended it: whom it had not reached, it does not reach.',
  },
});

const TextRef = builder.objectRef<AnnouncementText>('AdminAnnouncementText').implement({
  description: 'Text of an announcement in one language.',
  fields: (t) => ({
    language: t.exposeString('language', { description: 'Code of the language, such as `en`.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    text: t.exposeString('text', { description: 'Text.' }),
  }),
});

const AudienceRef = builder.objectRef<AnnouncementAudience>('AdminAnnouncementAudience').implement({
  description: 'Users for whom an announcement is: all active ones who fit each field that is not null.',
  fields: (t) => ({
    languages: t.stringList({
      nullable: true,
      description: `Codes of languages, at most ${LANGUAGES_MAX}: users with a device in one of them. Null for all.`,
      extensions: listSize(LANGUAGES_MAX),
      resolve: ({ languages }) => languages && [...languages],
    }),
    activeDays: t.exposeInt('activeDays', {
      nullable: true,
      description: 'Days before the announcement in which they were there. Null for all.',
    }),
    isCreator: t.exposeBoolean('isCreator', {
      nullable: true,
      description: 'Whether they have a tier on offer. Null for all.',
    }),
  }),
});

const AnnouncementRef = builder.objectRef<Announcement>('AdminAnnouncement').implement({
  description: 'Notification by admins to many users.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `announcement_…`.',
      resolve: ({ id }) => toGlobalId('announcement', id),
    }),
    audience: t.field({
      type: AudienceRef,
      description: 'Users for whom it is.',
      resolve: ({ audience }) => audience,
    }),
    texts: t.field({
      type: [TextRef],
      description: `Texts, the English one first, at most ${LANGUAGES_MAX + 1}. Whose language has none gets the English one.`,
      extensions: listSize(LANGUAGES_MAX + 1),
      resolve: ({ texts }) => [...texts],
    }),
    url: t.exposeString('url', {
      nullable: true,
      description: 'Address that it leads to. Null if it leads nowhere.',
    }),
    state: t.field({ type: StateRef, description: 'State.', resolve: ({ state }) => state }),
    userCount: t.exposeInt('userCount', {
      description: 'Number of users of the audience to whom it has come so far.',
    }),
    sentById: t.id({
      description: 'Global id of the admin who has sent it.',
      resolve: ({ sentBy }) => toGlobalId('admin', sentBy),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the admin sent it.',
      resolve: ({ createdAt }) => createdAt,
    }),
    endedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was sent to all, or canceled. Null while it is on its way.',
      resolve: ({ endedAt }) => endedAt,
    }),
  }),
});

const SEND = { permission: 'ANNOUNCEMENTS_SEND' } as const;

adminNodeType(AnnouncementRef, 'announcement', SEND, findAnnouncement);

listField('adminGetAnnouncements', {
  connection: connectionType('AdminAnnouncement', AnnouncementRef, {
    description: 'Announcements, newest first.',
  }),
  description: 'All announcements, newest first.',
  access: SEND,
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminGetAnnouncements(ctx, page),
});

const TITLE = `Title, 1 to ${TITLE_LENGTH_MAX} characters`;
const TEXT = `Text, 1 to ${TEXT_LENGTH_MAX} characters`;
const LANGUAGE = 'Code of a language by ISO 639, in lower case, such as `de`';

const TranslationInputRef = builder.inputType('AdminAnnouncementTranslationInput', {
  description: 'Text of an announcement in another language than English.',
  fields: (t) => ({
    language: t.string({ required: true, description: `${LANGUAGE}.` }),
    title: t.string({ required: true, description: `${TITLE}.` }),
    text: t.string({ required: true, description: `${TEXT}.` }),
  }),
});

const AudienceInputRef = builder.inputType('AdminAnnouncementAudienceInput', {
  description: 'Users for whom an announcement is: all active ones who fit each field that is given.',
  fields: (t) => ({
    languages: t.stringList({
      description: `${LANGUAGE}, 1 to ${LANGUAGES_MAX} of them: users with a device in one of them.`,
    }),
    activeDays: t.int({
      description: `Days in which they were there, 1 to ${ACTIVE_DAYS_MAX}.`,
    }),
    isCreator: t.boolean({ description: 'Whether they have a tier on offer.' }),
  }),
});

idempotentMutationField('adminSendAnnouncement', {
  description:
    'Notifies an audience, in batches. Users who turn announcements off do not get it. Fails with LIMIT_REACHED past {announcements} in 24 hours, canceled ones among them.',
  access: SEND,
  restriction: null,
  idempotencyKey: 'optional',
  input: (t) => ({
    audience: t.field({ type: AudienceInputRef, description: 'The audience. Everybody when omitted.' }),
    title: t.string({ required: true, description: `${TITLE}, in English.` }),
    text: t.string({ required: true, description: `${TEXT}, in English.` }),
    translations: t.field({
      type: [TranslationInputRef],
      description: `Texts in other languages, at most ${LANGUAGES_MAX}, each once.`,
    }),
    url: t.string({ description: 'Address that it leads to, `https://…`, at most 500 characters.' }),
  }),
  payload: { announcement: { type: AnnouncementRef, description: 'The announcement.' } },
  act: (ctx, input, key) => adminSendAnnouncement(ctx, input, key),
  show: async (ctx, id: string) => ({ announcement: await findAnnouncement(ctx, id) }),
});

mutationField('adminCancelAnnouncement', {
  description:
    'Ends an announcement that is on its way; whom it has reached keep it. Succeeds without a change if it is canceled. Fails with INVALID_STATE once it is sent.',
  access: SEND,
  restriction: null,
  input: (t) => ({
    announcementId: t.idOf('announcement', { required: true, description: 'The announcement.' }),
  }),
  payload: { announcement: { type: AnnouncementRef, description: 'The announcement.' } },
  resolve: async (ctx, { announcementId }) => ({
    announcement: await adminCancelAnnouncement(ctx, announcementId),
  }),
});

builder.objectField(NotificationRef, 'url', (t) =>
  t.string({
    nullable: true,
    description:
      'Address to which an announcement leads. Null of other types, and of one that leads nowhere.',
    resolve: ({ type, facts: { url } }) => (type === 'ANNOUNCEMENT' && typeof url === 'string' ? url : null),
  }),
);
