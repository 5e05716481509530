import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { ModerationNudgeErrorRef } from '#platform/graphql/user-errors.ts';
import type { ModerationCategory } from '#ports/moderation.ts';
import type { ScreenedKind, ScreeningOutcome } from './screening.types.ts';

export const ModerationCategoryRef = enumType<ModerationCategory>('ModerationCategory', {
  description: 'Kind of harm that a machine can take a content for.',
  values: {
    DRUGS: 'Offers of drugs.',
    GORE: 'Wounds, death and cruelty, shown in detail.',
    HATE: 'Contempt of people for what they are, such as their origin, religion or sex.',
    INSULT: 'Contempt of a person.',
    PROFANITY: 'Coarse words that are meant for nobody.',
    SELF_HARM: 'Incitement to hurt or kill oneself.',
    SEXUAL: 'Sexual content and solicitation.',
    SEXUAL_MINORS: 'Sexual content about children and minors.',
    SPAM: 'Unasked advertising, fraud and repetition.',
    THREAT: 'Announced violence against somebody.',
    TOXICITY: 'The highest of HATE, INSULT and THREAT.',
    VIOLENCE: 'Violence, described or shown.',
  },
});

builder.objectField(ModerationNudgeErrorRef, 'category', (t) =>
  t.field({
    type: ModerationCategoryRef,
    description: 'Kind of harm that the machine takes the text for. It errs: show it as a question.',
    resolve: ({ details }) => details.category ?? 'TOXICITY',
  }),
);

export const ScreenedKindRef = enumType<ScreenedKind>('ScreenedKind', {
  description:
    'Kind of content that machines judge: media after it is stored, messages when they are reported, all else before it is written.',
  values: {
    COMMENT: 'Comments.',
    GROUP: 'Titles and descriptions of groups.',
    MEDIA: 'Images, and posters of videos.',
    MESSAGE: 'Messages that somebody has reported. No machine reads a private message before that.',
    MONEY: 'Messages of tips, and texts of offers.',
    POST: 'Posts.',
    PROFILE: 'Names and texts of profiles.',
  },
});

export const ScreeningOutcomeRef = enumType<ScreeningOutcome>('ScreeningOutcome', {
  description: 'Consequence of the judgement of a machine about a content.',
  values: {
    ALLOW: 'Published as it is.',
    HOLD: 'Content for a moderator to look at: posts and comments are held until then.',
    NUDGE: 'Refused until its author has thought again and insists.',
    REJECT: 'Refused for good.',
    SENSITIVE: 'Published as sensitive.',
  },
});
