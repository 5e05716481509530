import { useState } from 'react';
import { useClient } from '../live/live.tsx';
import { Choices } from '../parts/choices.tsx';
import { Screen } from '../parts/screen.tsx';
import { LANGUAGES, useSpeech } from '../texts/texts.tsx';
import { applyTheme, type Theme, themeOf, THEMES } from './theme.ts';
import '../styles/settings.css';

export function Appearance() {
  const { texts, language, speak } = useSpeech();
  const { settings } = texts;
  const { apollo, reconnect } = useClient();
  const [theme, setTheme] = useState(themeOf);
  // Texts of another language come a moment after the choice.
  const [chosenLanguage, setChosenLanguage] = useState(language);
  const choose = (chosen: Theme): void => {
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <Screen title={settings.names.appearance} hasBack>
      <div className="settings-part">
        <Choices
          legend={settings.theme}
          choices={THEMES.map((value) => ({ value, name: settings.themes[value] }))}
          value={theme}
          onChange={choose}
        />
        <Choices
          legend={settings.language}
          choices={LANGUAGES.map(({ code, name }) => ({ value: code, name }))}
          value={chosenLanguage}
          onChange={(code) => {
            setChosenLanguage(code);
            void speak(code);
            // Titles of notifications come in the language of the request, or of the socket as it was opened.
            reconnect();
            apollo.cache.evict({ id: 'ROOT_QUERY', fieldName: 'myNotifications' });
          }}
        />
      </div>
    </Screen>
  );
}
