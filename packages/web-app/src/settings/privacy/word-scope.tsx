import type { MutedWordTarget } from '../../generated/schema.ts';
import { Switch } from '../../parts/choices.tsx';
import { useTexts } from '../../texts/texts.tsx';

/** Posts that a muted word hides. */
export type WordScope = {
  readonly targets: readonly MutedWordTarget[];
  readonly excludesFollowing: boolean;
};

export const TARGETS: readonly MutedWordTarget[] = ['TEXT', 'HASHTAGS'];

export function WordScopeFields({
  scope: { targets, excludesFollowing },
  onChange,
}: {
  readonly scope: WordScope;
  readonly onChange: (scope: WordScope) => void;
}) {
  const { settings } = useTexts();
  return (
    <div>
      {TARGETS.map((target) => (
        <Switch
          key={target}
          label={settings.targets[target]}
          isOn={targets.includes(target)}
          onChange={(isOn) => {
            const chosen = TARGETS.filter((each) => (each === target ? isOn : targets.includes(each)));
            onChange({ targets: chosen, excludesFollowing });
          }}
        />
      ))}
      <Switch
        label={settings.excludesFollowing}
        isOn={excludesFollowing}
        onChange={(isOn) => onChange({ targets, excludesFollowing: isOn })}
      />
    </div>
  );
}
