import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Avatar } from '../../parts/avatar.tsx';
import type { AvatarImageFragment } from '../../parts/avatar.generated.ts';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Coins } from '../amounts.tsx';
import type { TipRowFragment } from './tip-item.generated.ts';

type Person = (AvatarImageFragment & { readonly username: string }) | null;

/** A tip, beside the other one of it. */
export function TipItem({ of, person }: { readonly of: TipRowFragment; readonly person: Person }) {
  const { money } = useTexts();
  return (
    <li className="row">
      <TipPerson of={person}>
        {of.message !== null && <span dir="auto">{of.message}</span>}
        <span className="row-quiet">
          <Time at={of.createdAt} />
          {of.targetKind !== 'USER' && ' · '}
          {of.targetKind === 'POST' ? (
            <Link to="/posts/$id" params={{ id: of.targetId }}>
              {money.tipTargets.POST}
            </Link>
          ) : (
            money.tipTargets[of.targetKind]
          )}
          {of.state !== 'POSTED' && ` · ${money.tipStates[of.state]}`}
        </span>
      </TipPerson>
      <span className="sum">
        <Coins of={of.amountCoins} />
      </span>
    </li>
  );
}

export function TipPerson({ of, children }: { readonly of: Person; readonly children?: ReactNode }) {
  const { creator } = useTexts();
  return (
    <>
      <Avatar of={of ?? { displayName: creator.somebody, avatar: null }} size={36} />
      <span className="row-texts">
        {of ? (
          <Link to="/u/$username" params={{ username: of.username }} className="name" dir="auto">
            {of.displayName}
          </Link>
        ) : (
          <span>{creator.somebody}</span>
        )}
        {children}
      </span>
    </>
  );
}
