import { z } from 'zod';

/** A number of a range, whose ends are included. */
export const numberSchema = (min: number, max: number): z.ZodType<number> =>
  z.number().refine((value) => value >= min && value <= max, {
    message: `Give a number from ${min} to ${max}.`,
    params: { constraint: 'range' },
  });

/** In degrees of WGS 84, north positive. */
export const latitudeSchema = numberSchema(-90, 90);

/** In degrees of WGS 84, east positive. */
export const longitudeSchema = numberSchema(-180, 180);
