import {
  AtSign,
  Bell,
  CircleDollarSign,
  CreditCard,
  Heart,
  type LucideIcon,
  MessageCircle,
  Phone,
  Repeat2,
  ShieldCheck,
  Star,
  UserPlus,
} from 'lucide-react';
import type { NotificationType } from '../generated/schema.ts';

/** By the first words of the type that fit. */
const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/REACTION/, Heart],
  [/MENTION/, AtSign],
  [/REPOST|QUOTE/, Repeat2],
  [/^FOLLOW|ADDED_TO_GROUP/, UserPlus],
  [/^CALL/, Phone],
  [/^TIP|^COIN|UNLOCKED/, CircleDollarSign],
  [/^SUBSCRI/, Star],
  [/^PAYMENT/, CreditCard],
  [/COMMENT|^MESSAGE/, MessageCircle],
  [/SIGN_IN|PASSWORD|MODERATION|REPORT|APPEAL|RESTRICTION|VERIFICATION/, ShieldCheck],
];

export function KindIcon({ type }: { readonly type: NotificationType }) {
  const Icon = ICONS.find(([pattern]) => pattern.test(type))?.[1] ?? Bell;
  return <Icon aria-hidden="true" />;
}
