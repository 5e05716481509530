import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { childListField, listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { entriesOfBlockList } from './block-lists.loaders.ts';
import { adminGetBlocklists, adminSaveBlocklist, blockList } from './block-lists.service.ts';
import type { BlockList, BlockListAction, BlockListEntry, BlockListKind } from './screening.types.ts';

const KindRef = enumType<BlockListKind>('AdminBlocklistKind', {
  description: 'Kind of the entries of a block list.',
  values: {
    LINK: 'Domains: each blocks links to it and to its subdomains.',
    WORD: 'Words and expressions of at most 4 words, compared without case and accents.',
  },
});

const ActionRef = enumType<BlockListAction>('AdminBlocklistAction', {
  description: 'Consequence for a content that contains an entry.',
  values: {
    HOLD: 'Content for a moderator to look at.',
    REJECT: 'Refused with VALIDATION_FAILED.',
  },
});

const EntryRef = builder.objectRef<BlockListEntry>('AdminBlocklistEntry').implement({
  description: 'Entry of a block list.',
  fields: (t) => ({
    text: t.exposeString('entry', { description: 'The folded word, expression or domain.' }),
  }),
});

const BlockListRef = builder.objectRef<BlockList>('AdminBlocklist').implement({
  description: 'Words or domains that content must not contain.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `blocklist_…`.', resolve: ({ id }) => toGlobalId('blocklist', id) }),
    name: t.exposeString('name', { description: 'Name of the list, which no other one has.' }),
    kind: t.field({ type: KindRef, description: 'Kind of the entries.', resolve: ({ kind }) => kind }),
    action: t.field({
      type: ActionRef,
      description: 'Consequence for a content that contains an entry.',
      resolve: ({ action }) => action,
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it is applied.' }),
    entryCount: t.exposeInt('entryCount', {
      description: 'The number of entries, at most {blockListEntries}.',
    }),
    version: t.exposeInt('version', { description: 'The number of changes, for `expectedVersion`.' }),
    changedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change.',
      resolve: ({ changedAt }) => changedAt,
    }),
  }),
});

childListField(BlockListRef, 'entries', {
  connection: connectionType('AdminBlocklistEntry', EntryRef, { description: 'Entries, newest first.' }),
  description: 'Entries of the list, newest first.',
  order: NEWEST_FIRST,
  rows: async (ctx, { id }, _args, page) => [...(await entriesOfBlockList(ctx, id, page))],
});

adminNodeType(BlockListRef, 'blocklist', { permission: 'SCREENING_MANAGE' }, blockList);

listField('adminGetBlocklists', {
  connection: connectionType('AdminBlocklist', BlockListRef, { description: 'Block lists, newest first.' }),
  description: 'Block lists, newest first.',
  access: { permission: 'SCREENING_MANAGE' },
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminGetBlocklists(ctx, page),
});

mutationField('adminSaveBlocklist', {
  description:
    'Makes a block list, or changes one and its entries, here at once and in other processes within seconds. What is published already stays as it is.',
  refusals:
    'CONFLICT for a name that another list has and when the list has changed since it was read, LIMIT_REACHED past {blockLists} lists and {blockListEntries} entries.',
  access: { permission: 'SCREENING_MANAGE' },
  restriction: null,
  input: (t) => ({
    blocklistId: t.idOf('blocklist', { description: 'The list to change. Makes a new one when omitted.' }),
    expectedVersion: t.int({
      description: 'The version that a change is based on. Required with `blocklistId`.',
    }),
    name: t.string({ required: true, description: 'Name of the list, 1 to 100 characters on one line.' }),
    kind: t.field({ type: KindRef, required: true, description: 'Kind of the entries; constant.' }),
    action: t.field({
      type: ActionRef,
      required: true,
      description: 'Consequence for a content that contains an entry.',
    }),
    isActive: t.boolean({ required: true, description: 'Whether it is applied.' }),
    addEntries: t.stringList({
      description: 'Words, expressions or domains to add, at most {listInputItems}. Those that it has stay.',
    }),
    removeEntries: t.stringList({
      description: 'Entries to remove, at most {listInputItems}. Those that it has not are passed over.',
    }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { blocklist: { type: BlockListRef, description: 'The list as it is now.' } },
  resolve: async (ctx, input) => ({ blocklist: await adminSaveBlocklist(ctx, input) }),
});
