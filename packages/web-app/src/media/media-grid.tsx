import { useTexts } from '../texts/texts.tsx';
import type { MediaItemFragment } from './media.generated.ts';

/** Pictures and videos of a post or comment, one to four beside each other and the rest below. */
export function MediaGrid({ items }: { readonly items: readonly MediaItemFragment[] }) {
  const shown = items.filter(({ kind }) => kind !== 'FILE');
  if (shown.length === 0) return null;
  return (
    <div className={`media-grid media-grid-${Math.min(shown.length, 4)}`}>
      {shown.map((item) => (
        <MediaView key={item.id} item={item} isAlone={shown.length === 1} />
      ))}
    </div>
  );
}

/** Share of the width that a picture alone may be high. */
const RATIO_MIN = 0.6;

function MediaView({ item, isAlone }: { readonly item: MediaItemFragment; readonly isAlone: boolean }) {
  const { posts } = useTexts();
  const { kind, altText, width, height, url, poster } = item;
  const label = altText ?? posts.image;
  const ratio = width && height ? Math.max(width / height, RATIO_MIN) : 1;
  const style = isAlone && kind !== 'AUDIO' ? { aspectRatio: String(ratio) } : undefined;
  if (kind === 'AUDIO') return url ? <audio controls preload="none" src={url} aria-label={label} /> : null;
  if (kind === 'VIDEO') {
    return (
      <div className="media-cell" style={style}>
        {url && (
          <video
            controls
            playsInline
            preload="none"
            src={url}
            {...(poster && { poster: poster.url })}
            aria-label={label}
          />
        )}
      </div>
    );
  }
  return (
    <div className="media-cell" style={style}>
      {url && (
        <img src={url} srcSet={srcSetOf(item)} sizes={SIZES} alt={label} loading="lazy" decoding="async" />
      )}
    </div>
  );
}

const SIZES = '(min-width: 48rem) 38rem, 100vw';

const srcSetOf = ({ variants }: MediaItemFragment): string | undefined =>
  variants.length > 0 ? variants.map(({ url, width }) => `${url} ${width}w`).join(', ') : undefined;
