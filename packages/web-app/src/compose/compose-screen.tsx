import { useNavigate, useSearch } from '@tanstack/react-router';
import { Screen } from '../parts/screen.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Composer } from './composer.tsx';
import { useKept } from '../parts/use-kept.ts';

export function ComposeScreen() {
  const { compose } = useTexts();
  const search = useSearch({ from: '/inside/compose', shouldThrow: false });
  const { quote } = useKept(search);
  const navigate = useNavigate();
  return (
    <Screen title={compose.title} hasBack>
      <Composer key={quote} quotedId={quote} onPublished={() => void navigate({ to: '/', replace: true })} />
    </Screen>
  );
}
