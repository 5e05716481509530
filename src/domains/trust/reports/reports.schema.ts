import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { entriesOf } from '#platform/kernel/records.ts';
import { subjectIdOf, subjectOf } from '../cases/cases.policy.ts';
import { SubjectKindRef } from '../cases/cases.schema.ts';
import type { Subject } from '../cases/cases.types.ts';
import { REASONS, type ReportReason, type ReportSubReason } from './reasons.policy.ts';
import { findOwnReport, myReports, reportContent, withdrawReport } from './reports.service.ts';
import type { Report, ReportOutcome, ReportState } from './reports.types.ts';

export const ReasonRef = enumType<ReportReason>('ReportReason', {
  description: 'Reason of a report.',
  values: {
    SPAM: 'Unwanted or repeated content.',
    HARASSMENT: 'Attacks on a person.',
    HATE: 'Attacks on a group of people.',
    VIOLENCE: 'Threats, or violence that is shown or praised.',
    SEXUAL: 'Sexual content.',
    CHILD_SAFETY: 'Harm to children.',
    SELF_HARM: 'Self-harm or suicide.',
    MISINFORMATION: 'False claims that do harm.',
    IMPERSONATION: 'Pretending to be somebody else.',
    SCAM: 'Fraud.',
    ILLEGAL_GOODS: 'Trade in what is forbidden.',
    PRIVACY: "Somebody's private data.",
    INTELLECTUAL_PROPERTY: "Somebody's work or mark.",
    TERRORISM: 'Terrorism.',
    OTHER: 'Something else; the text says what.',
  },
});

export const SubReasonRef = enumType<ReportSubReason>('ReportSubReason', {
  description: 'Reason of the second level, which belongs to one of the first.',
  values: {
    REPETITION: 'The same again and again.',
    MISLEADING_LINK: 'A link that leads somewhere else.',
    FAKE_ENGAGEMENT: 'Bought followers or reactions.',
    TARGETED: 'Attacks on one person.',
    TROLLING: 'Provocation.',
    DOXXING: 'Publishing where somebody lives or works.',
    HATE_SPEECH: 'Words of hate.',
    HATE_SYMBOL: 'Symbols of hate.',
    THREAT: 'A threat.',
    GORE: 'Cruel images.',
    GLORIFICATION: 'Praise of violence.',
    ANIMAL_CRUELTY: 'Cruelty to animals.',
    UNLABELED: 'Not marked as sensitive.',
    NON_CONSENSUAL: 'Shown without the consent of the person.',
    DEEPFAKE: 'Made by a machine of a real person.',
    SEXTORTION: 'Extortion with intimate images.',
    ABUSE_MATERIAL: 'Images of abuse of children.',
    GROOMING: 'Approaching a child.',
    UNDERAGE_ACCOUNT: 'The user is too young for an account.',
    AT_RISK: 'Somebody may harm themselves.',
    ENCOURAGEMENT: 'Encouraging self-harm.',
    EATING_DISORDER: 'Encouraging an eating disorder.',
    ELECTION: 'About elections.',
    HEALTH: 'About health.',
    MANIPULATED_MEDIA: 'Images or sound that were changed to mislead.',
    OF_PERSON: 'Pretending to be a person.',
    OF_ORGANISATION: 'Pretending to be an organisation.',
    PHISHING: 'Stealing passwords or data.',
    FALSE_OFFER: 'An offer that is not meant.',
    ROMANCE: 'Love pretended for money.',
    DRUG_SALE: 'Drugs.',
    WEAPON_SALE: 'Weapons.',
    COUNTERFEIT: 'Forged goods.',
    PERSONAL_DATA: 'Addresses, numbers or documents.',
    INTIMATE_DATA: 'Health, sexuality or belief.',
    COPYRIGHT: 'A work of somebody else.',
    TRADEMARK: 'A mark of somebody else.',
    PROPAGANDA: 'Propaganda.',
    RECRUITMENT: 'Winning people over.',
  },
});

export const ReportStateRef = enumType<ReportState>('ReportState', {
  description: 'State of a report.',
  values: { OPEN: 'Moderators have not decided yet.', CLOSED: 'The report is decided or withdrawn.' },
});

const OutcomeRef = enumType<ReportOutcome>('ReportOutcome', {
  description: 'Outcome of a report.',
  values: {
    ACTION_TAKEN: 'Moderators have acted.',
    NO_VIOLATION: 'Moderators have found no violation.',
    WITHDRAWN: 'The reporter has taken it back.',
  },
});

type ReasonGroup = { readonly reason: ReportReason; readonly subReasons: readonly ReportSubReason[] };
const GROUPS: readonly ReasonGroup[] = entriesOf(REASONS).map(([reason, { subReasons }]) => ({
  reason,
  subReasons,
}));
const SUB_REASONS_MAX = Math.max(...GROUPS.map(({ subReasons }) => subReasons.length));

const ReasonGroupRef = builder.objectRef<ReasonGroup>('ReportReasonGroup').implement({
  description: 'Reason of the first level with those of the second.',
  fields: (t) => ({
    reason: t.field({ type: ReasonRef, description: 'The reason.', resolve: ({ reason }) => reason }),
    subReasons: t.field({
      type: [SubReasonRef],
      description: `Reasons of the second level, at most ${SUB_REASONS_MAX}. Empty if it has none.`,
      extensions: listSize(SUB_REASONS_MAX),
      resolve: ({ subReasons }) => [...subReasons],
    }),
  }),
});

builder.queryField('reportReasons', (t) =>
  t.field({
    type: [ReasonGroupRef],
    nullable: true,
    description: `Reasons of \`reportContent\` in two levels, at most ${GROUPS.length}. Name them in the language of the user.`,
    access: 'anyone',
    extensions: listSize(GROUPS.length),
    resolve: () => [...GROUPS],
  }),
);

type ReportFields = PothosSchemaTypes.ObjectFieldBuilder<Types, Report>;

/** Fields that reporters and moderators read in the same words. */
export const reportFields = (t: ReportFields) => ({
  id: t.id({ description: 'Global id, `report_…`.', resolve: ({ id }) => toGlobalId('report', id) }),
  reason: t.field({ type: ReasonRef, description: 'The reason.', resolve: ({ reason }) => reason }),
  subReason: t.field({
    type: SubReasonRef,
    nullable: true,
    description: 'Reason of the second level. Null if none was given.',
    resolve: ({ subReason }) => subReason,
  }),
  state: t.field({
    type: ReportStateRef,
    description: 'State of the report.',
    resolve: ({ state }) => state,
  }),
  outcome: t.field({
    type: OutcomeRef,
    nullable: true,
    description: 'Outcome. Null while it is open.',
    resolve: ({ outcome }) => outcome,
  }),
  createdAt: t.field({
    type: 'DateTime',
    description: 'Time of the report.',
    resolve: ({ createdAt }) => createdAt,
  }),
});

export const ReportRef = builder.objectRef<Report>('ContentReport').implement({
  description: 'Report of the caller to the moderators. Nobody else sees it but they.',
  interfaces: [NodeRef],
  fields: (t) => ({
    ...reportFields(t),
    subjectKind: t.field({
      type: SubjectKindRef,
      description: 'Kind of what is reported.',
      resolve: ({ subjectKind }) => subjectKind,
    }),
    subjectId: t.id({
      description: 'Global id of what is reported, which may be gone.',
      resolve: (report) => subjectIdOf(subjectOf(report)),
    }),
    text: t.exposeString('text', { description: 'Text of the caller; may be empty.' }),
    decisionId: t.id({
      nullable: true,
      description: 'Global id of the decision, for `appealDecision`. Null while there is none.',
      resolve: ({ decisionId }) => decisionId && toGlobalId('decision', decisionId),
    }),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was decided or withdrawn. Null while it is open.',
      resolve: ({ closedAt }) => closedAt,
    }),
  }),
});

nodeType(ReportRef, 'report', findOwnReport);

listField('myReports', {
  connection: connectionType('ContentReport', ReportRef, { description: 'Reports, newest first.' }),
  description: 'Reports of the caller with what became of them, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myReports(ctx, page),
});

export const SubjectInputRef = builder.inputType('ReportSubjectInput', {
  description: 'Subject of a report.',
  isOneOf: true,
  fields: (t) => ({
    userId: t.idOf('user', { description: 'A user.' }),
    postId: t.idOf('post', { description: 'A post.' }),
    commentId: t.idOf('comment', { description: 'A comment.' }),
    messageId: t.idOf('message', { description: 'A message of a conversation of the caller.' }),
    conversationId: t.idOf('conversation', { description: 'A conversation of the caller.' }),
    hashtagId: t.idOf('hashtag', { description: 'A hashtag.' }),
  }),
});

type Given = typeof SubjectInputRef.$inferInput;

/** The input names one subject, as its type says. */
export function subjectIn(given: Given): Subject {
  const kinds = [
    ['USER', given.userId],
    ['POST', given.postId],
    ['COMMENT', given.commentId],
    ['MESSAGE', given.messageId],
    ['CONVERSATION', given.conversationId],
    ['HASHTAG', given.hashtagId],
  ] as const;
  for (const [kind, id] of kinds) if (id != null) return { kind, id: id };
  throw new Error('a report names nothing');
}

mutationField('reportContent', {
  description:
    'Reports what the caller sees to the moderators; its owner does not learn of it. An open report of the same subject is answered as it is. Content that was decided for the same reason and has not changed is closed at once.',
  refusals: 'NOT_FOUND for what the caller does not see; VALIDATION_FAILED for what is their own.',
  access: 'user',
  restriction: null,
  budget: { points: 20, windowSeconds: 86_400, per: 'user' },
  input: (t) => ({
    subject: t.field({ type: SubjectInputRef, required: true, description: 'Subject of the report.' }),
    reason: t.field({ type: ReasonRef, required: true, description: 'The reason.' }),
    subReason: t.field({ type: SubReasonRef, description: 'A reason of the second level, of `reason`.' }),
    text: t.string({ description: 'Text for the moderators, at most {reportTextLength} characters.' }),
    alsoBlock: t.boolean({
      description:
        'Whether the caller also blocks the owner; nothing happens where there is none. By default false.',
    }),
  }),
  payload: { report: { type: ReportRef, description: 'The report.' } },
  resolve: async (ctx, input) => ({
    report: await findOwnReport(
      ctx,
      await reportContent(ctx, { ...input, subject: subjectIn(input.subject) }),
    ),
  }),
});

mutationField('withdrawReport', {
  description: 'Takes an open report back. Succeeds without a change for a withdrawn one.',
  refusals: 'INVALID_STATE once moderators have decided.',
  access: 'user',
  restriction: null,
  input: (t) => ({ reportId: t.idOf('report', { required: true, description: 'The report.' }) }),
  payload: { report: { type: ReportRef, description: 'The report.' } },
  resolve: async (ctx, input) => ({ report: await findOwnReport(ctx, await withdrawReport(ctx, input)) }),
});
