import { AppError } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';

const cannotBuy = (message: string, current: ObjectState): AppError =>
  new AppError('INVALID_STATE', message, {
    path: ['messageId'],
    details: { current, allowed: ['LOCKED'] },
  });

export const notLocked = (): AppError => cannotBuy('Choose a paid message.', 'OTHER');

export const ownMessage = (): AppError => cannotBuy('Choose a paid message of somebody else.', 'SENT');

export const priceChanged = (currentPriceCoins: number): AppError =>
  new AppError(
    'PRICE_CHANGED',
    `The price is ${currentPriceCoins} coins: ask the caller whether they agree.`,
    { path: ['expectedPriceCoins'], details: { currentPriceCoins } },
  );
