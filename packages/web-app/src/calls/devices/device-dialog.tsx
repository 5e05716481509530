import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../texts/texts.tsx';

const DeviceChoices = lazy(async () => ({ default: (await import('./device-choices.tsx')).DeviceChoices }));

/** The choice of devices over a call's screen: a function that opens it, and the dialog while it is open. */
export function useDeviceDialog(): readonly [() => void, ReactNode] {
  const { calls } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return [
    () => setIsOpen(true),
    isOpen && (
      <Dialog title={calls.devices.title} onClose={() => setIsOpen(false)}>
        <Suspense>
          <DeviceChoices />
        </Suspense>
      </Dialog>
    ),
  ];
}
