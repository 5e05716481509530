import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../texts/texts.tsx';
import '../styles/account.css';

/** A page for people who are not signed in. */
export function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { account } = useTexts();
  useEffect(() => {
    document.title = `${title} · Plaza`;
  }, [title]);
  return (
    <main className="door">
      <div className="door-card">
        <p className="wordmark wordmark-large">Plaza</p>
        <p className="door-lead">{account.lead}</p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
