import { BadgeCheck } from 'lucide-react';
import type { BadgeKind } from '../../generated/schema.ts';
import { useTexts } from '../../texts/texts.tsx';

/** Badges of a person: one sign beside the name, which says all of it. */
export function Badges({ of }: { readonly of: readonly { readonly kind: BadgeKind }[] }) {
  const { people } = useTexts();
  if (of.length === 0) return null;
  const name = of.map(({ kind }) => people.badges[kind]).join(', ');
  return (
    <span className="badges" role="img" aria-label={name} title={name}>
      <BadgeCheck aria-hidden="true" />
    </span>
  );
}
