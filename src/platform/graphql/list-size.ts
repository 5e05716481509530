import type { Limits } from '#platform/kernel/limits.ts';

type LimitName = keyof Limits;

/**
 * Largest number of items of a list without paging, in `extensions` of its field: a number, the limit that bounds it, or
 * one limit for each type of item. The cost plan multiplies by it, so it is never less than what the field can return.
 */
export type ListSize = number | LimitName | Readonly<Record<string, LimitName>>;

export const listSize = (size: ListSize): { readonly listSize: ListSize } => ({ listSize: size });

type Extensions = Readonly<Record<string, unknown>>;

/** @returns a number, numbers by type of item, or undefined when the field declares none */
export function listSizeOf(
  extensions: Extensions,
  limits: Limits,
): number | ReadonlyMap<string, number> | undefined {
  // Only `listSize` above writes this key.
  const size = extensions['listSize'] as ListSize | undefined;
  if (size === undefined || typeof size === 'number') return size;
  if (typeof size === 'string') return limits[size];
  return new Map(Object.entries(size).map(([type, name]) => [type, limits[name]]));
}

export const pageSizeExtensions = ({
  pageSizeDefault,
}: {
  pageSizeDefault?: LimitName;
}): { readonly pageSizeDefault?: LimitName } => (pageSizeDefault ? { pageSizeDefault } : {});

/** Page size of a list when its caller names none; `extensions` hold the limit of lists that have one of their own. */
export function pageSizeDefaultOf(extensions: Extensions, limits: Limits): number {
  // Only `pageSizeExtensions` above writes this key.
  const name = extensions['pageSizeDefault'] as LimitName | undefined;
  return limits[name ?? 'pageSizeDefault'];
}
