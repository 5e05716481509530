import { z } from 'zod';
import { type Clock, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { type Limits, perLimits } from '#platform/kernel/limits.ts';
import { latitudeSchema, longitudeSchema, numberSchema } from '#platform/kernel/numbers.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { NewLiveLocation } from './live-locations.types.ts';

export const ACCURACY_METERS_MAX = 100_000;
const HEADING_DEGREES_MAX = 360;

const orNull = <Value>(schema: z.ZodType<Value>) => schema.nullish().transform((value) => value ?? null);

const positionFields = {
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  accuracyMeters: orNull(numberSchema(0, ACCURACY_METERS_MAX)),
  headingDegrees: orNull(numberSchema(0, HEADING_DEGREES_MAX)),
};

export const positionInput = z.object(positionFields);

const liveLocationOf = perLimits(({ liveLocationHours }) =>
  z.object({
    liveLocation: z.object({
      ...positionFields,
      durationMinutes: numberSchema(1, liveLocationHours * (HOUR_MS / MINUTE_MS)),
    }),
  }),
);

/** Parses a live location that begins now. @throws ValidationFailed */
export function parseLiveLocation(
  liveLocation: object,
  { clock, limits }: { readonly clock: Clock; readonly limits: Limits },
): NewLiveLocation {
  const { durationMinutes, ...position } = parseInput(liveLocationOf(limits), { liveLocation }).liveLocation;
  return { ...position, endsAt: new Date(clock.now().getTime() + durationMinutes * MINUTE_MS) };
}
