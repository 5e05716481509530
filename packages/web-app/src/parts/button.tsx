import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: 'main' | 'plain' | 'quiet' | 'danger';
};

export function Button({ kind = 'plain', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`button button-${kind} ${className}`} {...focusable(rest)} />;
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Said by screen readers, and shown as a tip. */
  readonly label: string;
  readonly children: ReactNode;
};

export function IconButton({ label, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      className={`icon-button ${className}`}
      aria-label={label}
      title={label}
      {...focusable(rest)}
    />
  );
}

/** A button that does nothing for a while keeps the focus, which a browser takes from one with `disabled`. */
const focusable = ({ disabled = false, ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) =>
  disabled ? { ...rest, 'aria-disabled': true, onClick: refuse } : rest;

/** Does nothing; a form is not sent by the enter key in one of its fields either. */
const refuse = (event: MouseEvent): void => event.preventDefault();
