import type { ButtonHTMLAttributes, ReactNode } from 'react';

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: 'main' | 'plain' | 'quiet' | 'danger';
};

export function Button({ kind = 'plain', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={`button button-${kind} ${className}`} {...rest} />;
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Said by screen readers, and shown as a tip. */
  readonly label: string;
  readonly children: ReactNode;
};

export function IconButton({ label, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button type={type} className={`icon-button ${className}`} aria-label={label} title={label} {...rest} />
  );
}
