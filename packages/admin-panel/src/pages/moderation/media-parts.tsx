import type { MediaRowFragment } from '../../generated/graphql.ts';
import { FileLink, sizeText } from '../../parts/file-link.tsx';
import { number, Tag, words } from '../../parts/text.tsx';

const SECOND_MS = 1_000;

/** Kind and measures of a media item: `Image, 40 × 30, 1.2 kB`. */
export function mediaText({ kind, width, height, durationMs, sizeBytes }: MediaRowFragment): string {
  const parts = [
    words(kind),
    width !== null && height !== null && `${width} × ${height}`,
    durationMs !== null && `${number(Math.round(durationMs / SECOND_MS))} s`,
    sizeBytes !== null && sizeText(sizeBytes),
  ];
  return parts.filter(Boolean).join(', ');
}

/** The link to a media item, or why there is none. */
export function MediaFile({ of: { url, isPrivate, kind, fileName } }: { of: MediaRowFragment }) {
  if (url) return <FileLink url={url} name={fileName ?? `Open the ${kind.toLowerCase()}`} />;
  return <span className="quiet">{isPrivate ? 'Private' : 'None'}</span>;
}

export function MediaList({ media }: { media: readonly MediaRowFragment[] }) {
  if (media.length === 0) return null;
  return (
    <ul className="rows">
      {media.map((item) => (
        <li key={item.id}>
          <span className="small">
            {mediaText(item)} <Tag name={item.state} /> {item.altText}
          </span>
          <MediaFile of={item} />
        </li>
      ))}
    </ul>
  );
}
