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

/** A letter or digit that nothing is joined to: it is a whole character, as nearly all names begin. */
const SIMPLE = /^[\p{L}\p{N}](?!\p{M}|\p{Emoji_Modifier}|\u200d|\ufe0f)/u;

/** Segmenter of all other names: making one takes longer than drawing the rows of a screen. */
let segmenter: Intl.Segmenter | undefined;

function firstCharacterOf(word: string): string {
  const simple = SIMPLE.exec(word)?.[0];
  if (simple !== undefined) return simple;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return [...segmenter.segment(word)][0]?.segment ?? '';
}

/** The first whole character, as people see it, of the first two words. */
const initialsOf = (name: string): string =>
  name.split(/\s+/u).slice(0, 2).map(firstCharacterOf).join('').toLocaleUpperCase();
