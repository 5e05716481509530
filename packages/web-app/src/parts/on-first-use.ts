import { useState } from 'react';

/**
 * Code that is loaded when the reader first wants it, such as that of a menu. Without an answer of the server nothing happens, and the
 * next press tries again.
 */
export function useOnFirstUse<Code>(load: () => Promise<Code>): readonly [Code | null, () => void] {
  const [code, setCode] = useState<Code | null>(null);
  const want = (): void =>
    void load().then(
      (loaded) => setCode(() => loaded),
      () => undefined,
    );
  return [code, want];
}
