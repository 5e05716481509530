import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { TierCard } from './tier-card.tsx';
import {
  ArchiveTierDocument,
  ReorderTiersDocument,
  type TierRowFragment,
  UpdateTierDocument,
} from './tiers.generated.ts';

/** A tier of the reader's own, with what can be done to it. */
export function OwnTier({
  of,
  among,
  onEdit,
  onChange,
}: {
  readonly of: TierRowFragment;
  /** Tiers in their order, without archived ones. */
  readonly among: readonly TierRowFragment[];
  readonly onEdit: () => void;
  readonly onChange: () => void;
}) {
  const { creator } = useTexts();
  const isArchived = of.state === 'ARCHIVED';
  return (
    <TierCard
      of={of}
      tag={
        <span className={of.state === 'ACTIVE' ? 'tag tag-good' : 'tag'}>{creator.tierStates[of.state]}</span>
      }
    >
      <p className="row-quiet">
        {creator.memberCount(of.memberCount ?? 0, of.memberLimit)}
        {of.trialDays > 0 && ` · ${creator.trialDays(of.trialDays)}`}
      </p>
      {!isArchived && <TierActs of={of} among={among} onEdit={onEdit} onChange={onChange} />}
    </TierCard>
  );
}

function TierActs({ of, among, onEdit, onChange }: Parameters<typeof OwnTier>[0]) {
  const { common, creator } = useTexts();
  const showing = useAct(UpdateTierDocument);
  const archiving = useAct(ArchiveTierDocument);
  const ordering = useAct(ReorderTiersDocument);
  const [isAsking, setIsAsking] = useState(false);
  const place = among.findIndex(({ id }) => id === of.id);
  const move = (to: number): void => {
    const ids = among.map(({ id }) => id).filter((id) => id !== of.id);
    const input = { tierIds: ids.toSpliced(to, 0, of.id) };
    void ordering.act({ variables: { input } }).then((payload) => payload && onChange());
  };
  const isShown = of.state !== 'ACTIVE';
  return (
    <>
      <div className="settings-acts">
        <Button onClick={onEdit}>{common.edit}</Button>
        <Button
          disabled={showing.isActing}
          onClick={() =>
            void showing.act({
              variables: { input: { tierId: of.id, expectedVersion: of.version, isShown } },
            })
          }
        >
          {isShown ? creator.show : creator.hide}
        </Button>
        <Button onClick={() => setIsAsking(true)}>{creator.archive}</Button>
        {among.length > 1 && (
          <span className="tier-moves">
            <IconButton
              label={creator.moveUp}
              disabled={place === 0 || ordering.isActing}
              onClick={() => move(place - 1)}
            >
              <ArrowUp aria-hidden="true" />
            </IconButton>
            <IconButton
              label={creator.moveDown}
              disabled={place === among.length - 1 || ordering.isActing}
              onClick={() => move(place + 1)}
            >
              <ArrowDown aria-hidden="true" />
            </IconButton>
          </span>
        )}
      </div>
      <Refusals of={[...showing.refusals, ...ordering.refusals]} />
      {isAsking && (
        <Confirm
          title={creator.archiveTitle}
          text={creator.archiveText}
          act={creator.archive}
          isActing={archiving.isActing}
          onConfirm={() =>
            void archiving
              .act({ variables: { input: { tierId: of.id } } })
              .then((payload) => payload && onChange())
          }
          onClose={() => setIsAsking(false)}
        >
          <Refusals of={archiving.refusals} />
        </Confirm>
      )}
    </>
  );
}
