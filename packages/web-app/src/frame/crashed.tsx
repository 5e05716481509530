import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';

/** A screen whose code failed, or whose files are gone since a new release. */
export function Crashed() {
  const { failures } = useTexts();
  return (
    <Empty title={failures.crashed} text={failures.crashedText}>
      <Button kind="main" onClick={() => location.reload()}>
        {failures.reload}
      </Button>
    </Empty>
  );
}
