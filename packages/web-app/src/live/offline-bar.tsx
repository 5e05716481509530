import type { Connection } from '@plaza/client';
import { CloudOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../texts/texts.tsx';
import '../styles/live.css';

/** A connection that comes back sooner is not worth a word. */
const PATIENCE_MS = 2_000;

/** Says quietly that what is shown may be old, over the page, so that nothing jumps. */
export function OfflineBar({ connection }: { readonly connection: Connection }) {
  const { live } = useTexts();
  const isOpen = useSyncExternalStore(connection.onChange, connection.isOpen);
  const [isSaid, setIsSaid] = useState(false);
  useEffect(() => {
    if (isOpen) {
      setIsSaid(false);
      return undefined;
    }
    const timer = setTimeout(() => setIsSaid(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return (
    <div className="offline" role="status">
      {isSaid && (
        <p className="offline-bar">
          <CloudOff aria-hidden="true" size={16} /> {live.offline}
        </p>
      )}
    </div>
  );
}
