import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

type DialogProps = { title: string; onClose: () => void; children: ReactNode };

/**
 * The browser's own modal dialog: it keeps the focus, closes by Escape and gives the focus back. Those of libraries write style elements
 * into the page, which the content security policy forbids.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useOpened(box);
  return (
    <dialog ref={box} aria-label={title} onClose={onClose}>
      <div className="form">
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

function useOpened(box: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, [box]);
}
