import { Heart } from 'lucide-react';
import type { ReactionType } from '../generated/schema.ts';
import { useOnFirstUse } from '../parts/on-first-use.ts';
import { useShortNumber } from '../parts/time.tsx';
import { useTexts } from '../texts/texts.tsx';
import { signOf } from './reactions.ts';

type ReactionButtonProps = {
  readonly current: ReactionType | null;
  readonly total: number;
  readonly onReact: (type: ReactionType | null) => void;
};

const loadPicker = async () => (await import('./reaction-picker.tsx')).ReactionPicker;

/** Opens the reactions to choose from, whose code comes with the first opening. */
export function ReactionButton({ current, total, onReact }: ReactionButtonProps) {
  const { posts } = useTexts();
  const short = useShortNumber();
  const [ReactionPicker, open] = useOnFirstUse(loadPicker);
  const trigger = {
    className: current ? 'act act-on' : 'act',
    'aria-label': `${posts.react}, ${posts.reactions(total)}`,
    title: posts.react,
    children: (
      <>
        {current ? (
          <span className="act-sign" aria-hidden="true">
            {signOf(current)}
          </span>
        ) : (
          <Heart aria-hidden="true" />
        )}
        <span aria-hidden="true">{short(total)}</span>
      </>
    ),
  };
  if (ReactionPicker) {
    return <ReactionPicker trigger={<button type="button" {...trigger} />} {...{ current, onReact }} />;
  }
  return <button type="button" aria-haspopup="dialog" aria-expanded={false} onClick={open} {...trigger} />;
}
