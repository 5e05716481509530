import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { RichTextEntityFragment } from './rich-text.generated.ts';

/** A text with its mentions, hashtags and links; each writing direction by its own first letters. */
export function RichText({
  text,
  entities,
}: {
  readonly text: string;
  readonly entities: readonly RichTextEntityFragment[];
}) {
  if (text === '') return null;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const entity of entities) {
    if (entity.start < from) continue;
    parts.push(
      text.slice(from, entity.start),
      <EntityLink entity={entity} text={text.slice(entity.start, entity.end)} />,
    );
    from = entity.end;
  }
  parts.push(text.slice(from));
  return (
    <p className="rich-text" dir="auto">
      {parts.map((part, index) => (
        <Fragment key={index}>{part}</Fragment>
      ))}
    </p>
  );
}

function EntityLink({ entity, text }: { readonly entity: RichTextEntityFragment; readonly text: string }) {
  switch (entity.__typename) {
    case 'MentionEntity':
      return (
        <Link to="/u/$username" params={{ username: entity.username }}>
          {text}
        </Link>
      );
    case 'HashtagEntity':
      return (
        <Link to="/tags/$name" params={{ name: entity.name }}>
          {text}
        </Link>
      );
    case 'LinkEntity':
      return (
        <a href={entity.url} target="_blank" rel="noopener noreferrer nofollow ugc">
          {text}
        </a>
      );
    default:
      return text;
  }
}
