import type { AvatarImageFragment } from './avatar.generated.ts';

type AvatarProps = {
  readonly of: Pick<AvatarImageFragment, 'displayName' | 'avatar'> | null | undefined;
  /** Width in CSS pixels. */
  readonly size?: number;
};

/** Decorative: the name stands beside it. */
export function Avatar({ of, size = 40 }: AvatarProps) {
  const url = of?.avatar && urlFor(of.avatar, size);
  return (
    <span className="avatar" style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
      {url ? (
        <img src={url} alt="" width={size} height={size} loading="lazy" decoding="async" />
      ) : (
        initialsOf(of?.displayName ?? '')
      )}
    </span>
  );
}

/** The smallest variant that is sharp on screens of twice the pixels. */
export function urlFor(
  { url, variants }: Pick<NonNullable<AvatarImageFragment['avatar']>, 'url' | 'variants'>,
  size: number,
): string | null {
  const bySize = variants.toSorted((one, other) => one.width - other.width);
  return (bySize.find(({ width }) => width >= size * 2) ?? bySize.at(-1))?.url ?? url;
}

/** Segmenter of all names: making one takes longer than drawing the rows of a screen. */
let segmenter: Intl.Segmenter | undefined;

/** The first whole character, as people see it, of the first two words. */
function initialsOf(name: string): string {
  const characters = (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
  return name
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) => [...characters.segment(word)][0]?.segment ?? '')
    .join('')
    .toLocaleUpperCase();
}
