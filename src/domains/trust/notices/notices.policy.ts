import { z } from 'zod';
import { emailSchema } from '#platform/kernel/email.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import type { Allowance } from '#platform/kernel/rate-limit.ts';
import { nameSchema, textSchema } from '#platform/kernel/text.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { Subject } from '../cases/cases.types.ts';
import { isOf, type ReportReason, type ReportSubReason } from '../reports/reasons.policy.ts';
import type { NewNotice, NoticeContact } from './notices.types.ts';

/** Receipts that one address gets: anybody can name the address of somebody else. */
export const RECEIPTS: Allowance = { points: 10, windowSeconds: 86_400 };

export type NoticeInput = {
  readonly subject: Subject;
  readonly reason: ReportReason;
  readonly subReason?: ReportSubReason | null | undefined;
  readonly explanation: string;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly isInGoodFaith: boolean;
};

const textsInput = perLimits(({ noticeTextLength, noticeNameLength }) =>
  z.object({
    explanation: textSchema({ min: 1, max: noticeTextLength }),
    name: nameSchema({ min: 1, max: noticeNameLength }).nullable(),
    email: emailSchema.nullable(),
  }),
);

/** Parses a notice. Nothing is judged here that depends on what there is. @throws ValidationFailed */
export function parseNotice(
  ctx: Pick<RequestContext, 'limits'>,
  input: NoticeInput,
): Omit<NewNotice, 'id' | 'sentAt'> & Pick<NoticeContact, 'name' | 'email'> {
  const { subject, reason, subReason = null, explanation, name = null, email = null } = input;
  const { explanation: text, ...contact } = parseInput(textsInput(ctx.limits), { explanation, name, email });
  if (subReason !== null && !isOf(reason, subReason)) {
    throw invalid(['subReason'], 'Use a second-level reason of `reason`.', 'subReason');
  }
  if (reason !== 'CHILD_SAFETY') {
    if (contact.name === null) throw invalid(['name'], 'Give your name.', 'required');
    if (contact.email === null) throw invalid(['email'], 'Give your e-mail address.', 'required');
  }
  if (!input.isInGoodFaith) {
    throw invalid(['isInGoodFaith'], 'State that what you say is true, as far as you know.', 'required');
  }
  return { subject, reason, subReason, text, ...contact };
}
