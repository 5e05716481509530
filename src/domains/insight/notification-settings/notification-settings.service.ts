import { isDeepStrictEqual } from 'node:util';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { Db } from '#platform/db/database.ts';
import { invalid, parseInput, refuseNulls } from '#platform/kernel/parse-input.ts';
import { ValidationFailed } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { NotificationType } from './notification.types.ts';
import { quietChanged } from './notification-settings.events.ts';
import {
  DEFAULT_SETTINGS,
  NOTIFICATION_TYPES,
  type PreferenceInput,
  preferenceOf,
  quietHoursSchema,
  refusedField,
  settingsSchema,
  SNOOZE_DAYS_MAX,
  SNOOZE_MAX_MS,
} from './notification-settings.policy.ts';
import {
  listPreferences,
  listQuietHours,
  listSettings,
  replacePreferences,
  replaceQuietHours,
  upsertSettings,
  upsertUnmailed,
} from './notification-settings.queries.ts';
import type {
  GeneralSettings,
  NotificationSettings,
  QuietInterval,
  StoredPreference,
} from './notification-settings.types.ts';

/** The caller's own settings. */
export const myNotificationSettings = (ctx: UserContext): Promise<NotificationSettings> =>
  findNotificationSettings(ctx.db, ctx.user.id);

/** The settings of a user, with what holds for each type. */
export async function findNotificationSettings(db: Db, userId: string): Promise<NotificationSettings> {
  const [general, stored, quietHours] = await Promise.all([
    findGeneralSettings(db, userId),
    listPreferences(db, [userId]),
    listQuietHours(db, [userId]),
  ]);
  const storedOf = new Map(stored.map((preference) => [preference.type, preference]));
  return {
    ...general,
    quietHours,
    preferences: NOTIFICATION_TYPES.map((type) => preferenceOf(type, storedOf.get(type))),
  };
}

async function findGeneralSettings(db: Db, userId: string): Promise<GeneralSettings> {
  const [found] = await listSettings(db, [userId]);
  if (!found) return DEFAULT_SETTINGS;
  const { userId: _own, ...settings } = found;
  return settings;
}

type SettingsInput = {
  readonly [Name in keyof Omit<GeneralSettings, 'snoozedUntil'>]?: GeneralSettings[Name] | null | undefined;
};

/** Changes only what is given. @throws ValidationFailed for an unknown time zone, and for null */
export async function updateNotificationSettings(
  ctx: UserContext,
  input: SettingsInput,
): Promise<NotificationSettings> {
  refuseNulls(input, ['timeZone', 'digest', 'showsPreviews', 'quietCallAudience']);
  parseInput(settingsSchema, input);
  return changeSettings(ctx, async (tx, userId) => {
    await changeGeneralSettings(tx, userId, (current) => ({
      timeZone: input.timeZone ?? current.timeZone,
      digest: input.digest ?? current.digest,
      showsPreviews: input.showsPreviews ?? current.showsPreviews,
      quietCallAudience: input.quietCallAudience ?? current.quietCallAudience,
      snoozedUntil: current.snoozedUntil,
    }));
  });
}

async function changeGeneralSettings(
  tx: Tx,
  userId: string,
  change: (current: GeneralSettings) => GeneralSettings,
): Promise<void> {
  const current = await findGeneralSettings(tx, userId);
  const changed = change(current);
  if (isDeepStrictEqual(changed, current)) return;
  await upsertSettings(tx, userId, changed);
  tx.emit(quietChanged, { userId });
}

/** Changes the given fields of the given types; null is as the default has it. @throws ValidationFailed for what cannot be so */
export async function updateNotificationPreferences(
  ctx: UserContext,
  inputs: readonly PreferenceInput[],
): Promise<NotificationSettings> {
  const problems = inputs.flatMap((input, index) => problemsOf(input, index, inputs));
  if (problems.length > 0) throw new ValidationFailed(problems);
  return changeSettings(ctx, async (tx, userId) => {
    const stored = new Map(
      (await listPreferences(tx, [userId])).map(({ userId: _own, ...each }) => [each.type, each]),
    );
    const preferences = inputs.map((input) => changed(input, stored.get(input.type)));
    await replacePreferences(
      tx,
      userId,
      preferences.filter((each) => !isDeepStrictEqual(each, stored.get(each.type) ?? asDefault(each.type))),
    );
  });
}

function problemsOf(input: PreferenceInput, index: number, inputs: readonly PreferenceInput[]) {
  const pathOf = (field: string) => ['preferences', String(index), field];
  if (inputs.findIndex(({ type }) => type === input.type) < index)
    return [invalid(pathOf('type'), 'Name each type once.', 'unique')];
  const refused = refusedField(input);
  return refused ? [invalid(pathOf(refused[0]), refused[1], 'mandatory')] : [];
}

const asDefault = (type: NotificationType): StoredPreference => ({
  type,
  inApp: null,
  push: null,
  email: null,
  audience: null,
});

/** Omitted fields stay. A value is kept even where it is the default: it holds when the default changes. */
const changed = (input: PreferenceInput, stored: StoredPreference | undefined): StoredPreference => ({
  type: input.type,
  inApp: input.inApp === undefined ? (stored?.inApp ?? null) : input.inApp,
  push: input.push === undefined ? (stored?.push ?? null) : input.push,
  email: input.email === undefined ? (stored?.email ?? null) : input.email,
  audience: input.audience === undefined ? (stored?.audience ?? null) : input.audience,
});

/** Replaces the caller's quiet hours. @throws ValidationFailed */
export async function updateQuietHours(
  ctx: UserContext,
  input: { readonly intervals: readonly QuietInterval[] },
): Promise<NotificationSettings> {
  const { intervals } = parseInput(quietHoursSchema(ctx.limits.quietIntervals), input);
  return changeSettings(ctx, async (tx, userId) => {
    const current = await listQuietHours(tx, [userId]);
    const isSame =
      intervals.length === current.length &&
      intervals.every((interval) => current.some((each) => isDeepStrictEqual(each, { userId, ...interval })));
    if (isSame) return;
    await replaceQuietHours(tx, userId, intervals);
    tx.emit(quietChanged, { userId });
  });
}

/** Holds notifications until a time; null ends it. @throws ValidationFailed for a time that is past or too far */
export async function snoozeNotifications(
  ctx: UserContext,
  until: Date | null,
): Promise<NotificationSettings> {
  const nowMs = ctx.clock.now().getTime();
  if (until && (until.getTime() <= nowMs || until.getTime() > nowMs + SNOOZE_MAX_MS))
    throw invalid(['expiresAt'], `Use a time in the next ${SNOOZE_DAYS_MAX} days.`, 'range');
  return changeSettings(ctx, (tx, userId) =>
    changeGeneralSettings(tx, userId, (current) => ({ ...current, snoozedUntil: until })),
  );
}

/** One change of a user's settings at a time, so that none takes back another. */
async function changeSettings(
  ctx: UserContext,
  change: (tx: Tx, userId: string) => Promise<void>,
): Promise<NotificationSettings> {
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    await change(tx, ctx.user.id);
  });
  return myNotificationSettings(ctx);
}

/** Takes a type out of the digest of a user; null ends the digest. */
export async function stopMail(tx: Tx, userId: string, type: NotificationType | null): Promise<void> {
  await lockUsers(tx, [userId]);
  if (type) return upsertUnmailed(tx, userId, type);
  await changeGeneralSettings(tx, userId, (current) => ({ ...current, digest: 'NONE' }));
}
