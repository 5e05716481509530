import { Select } from '../parts/choices.tsx';
import { audienceChoices } from '../posts/audiences.ts';
import { useTexts } from '../texts/texts.tsx';
import { PeoplePicker } from './people-picker.tsx';
import type { Written } from './written.ts';

export type Tier = { readonly id: string; readonly title: string; readonly level: number };

/** Circle of those who see the post: its visibility, with the two kinds of private ones apart. */
type Seen = 'PUBLIC' | 'FOLLOWERS' | 'SUBSCRIBERS' | 'ONLY_ME' | 'CHOSEN';

type AudienceFieldsProps = {
  readonly written: Written;
  /** Of the author; none for most people. */
  readonly tiers: readonly Tier[];
  readonly maxChosen: number;
  readonly onChange: (part: Partial<Written>) => void;
};

export function AudienceFields({ written, tiers, maxChosen, onChange }: AudienceFieldsProps) {
  const { posts, compose } = useTexts();
  const { visibility, audience, tierLevel, commentAudience } = written;
  const seen: Seen = visibility === 'PRIVATE' ? (audience ? 'CHOSEN' : 'ONLY_ME') : visibility;
  const offered: readonly Seen[] = [
    'PUBLIC',
    'FOLLOWERS',
    ...(tiers.length > 0 || seen === 'SUBSCRIBERS' ? (['SUBSCRIBERS'] as const) : []),
    'CHOSEN',
    'ONLY_ME',
  ];
  return (
    <div className="compose-audience">
      <Select
        label={posts.audience}
        value={seen}
        choices={offered.map((value) => ({ value, name: compose.seenBy[value] }))}
        onChange={(value) => onChange(audienceOf(value))}
      />
      {visibility === 'SUBSCRIBERS' && (
        <Select
          label={compose.tier}
          value={String(tierLevel ?? '')}
          choices={[
            { value: '', name: compose.anyTier },
            ...tiers.map(({ level, title }) => ({ value: String(level), name: compose.tierFrom(title) })),
          ]}
          onChange={(value) => onChange({ tierLevel: value === '' ? null : Number(value) })}
        />
      )}
      {visibility !== 'PRIVATE' && (
        <Select
          label={posts.commentAudience}
          value={commentAudience}
          choices={audienceChoices(posts)}
          onChange={(value) => onChange({ commentAudience: value })}
        />
      )}
      {audience && visibility === 'PRIVATE' && (
        <PeoplePicker
          chosen={audience}
          max={maxChosen}
          onChange={(people) => onChange({ audience: people })}
        />
      )}
    </div>
  );
}

function audienceOf(seen: Seen): Partial<Written> {
  if (seen === 'ONLY_ME') return { visibility: 'PRIVATE', audience: null };
  if (seen === 'CHOSEN') return { visibility: 'PRIVATE', audience: [] };
  return { visibility: seen, audience: null };
}
