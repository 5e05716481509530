import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from './button.tsx';

/** The browser's modal dialog: it keeps the focus inside, ends by Escape and gives the focus back. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { common } = useTexts();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // A dialog that is closed after it has left the page gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      className="dialog"
      ref={ref}
      aria-labelledby={id}
      onCancel={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton label={common.close} onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** Asks before something cannot be undone. */
export function Confirm({
  title,
  text,
  act,
  isActing = false,
  onConfirm,
  onClose,
  children,
}: {
  readonly title: string;
  readonly text: string;
  /** Name of the act, on its button. */
  readonly act: string;
  readonly isActing?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const { common } = useTexts();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      {children}
      <div className="dialog-acts">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button kind="danger" disabled={isActing} onClick={onConfirm}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
