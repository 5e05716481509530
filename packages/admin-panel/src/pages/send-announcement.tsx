import { useState } from 'react';
import { SendAnnouncementDocument } from '../generated/graphql.ts';
import { useAct } from '../api/hooks.ts';
import { ActDialog } from '../parts/act-dialog.tsx';
import { Choice, Field } from '../parts/field.tsx';

type Text = { readonly language: string; readonly title: string; readonly text: string };
const KINDS = ['CREATORS', 'NO_CREATORS'] as const;
const TRANSLATIONS_MAX = 20;

/** The codes in a text such as `de, fr`; null for none. */
const codesIn = (text: string): string[] | null => text.toLowerCase().match(/[a-z]+/g);

export function SendAnnouncement({ onClose }: { onClose: () => void }) {
  const [english, setEnglish] = useState<Text>({ language: 'en', title: '', text: '' });
  const [translations, setTranslations] = useState<readonly Text[]>([]);
  const [url, setUrl] = useState('');
  const [kind, setKind] = useState<(typeof KINDS)[number] | ''>('');
  const [activeDays, setActiveDays] = useState('');
  const [languages, setLanguages] = useState('');
  const act = useAct(SendAnnouncementDocument, (data) => data.adminSendAnnouncement);
  const send = (idempotencyKey: string): Promise<unknown> => {
    const audience = {
      isCreator: kind === '' ? null : kind === 'CREATORS',
      activeDays: activeDays === '' ? null : Number(activeDays),
      languages: codesIn(languages),
    };
    const { title, text } = english;
    const input = { title, text, url: url || null, audience, translations: [...translations] };
    return act.mutateAsync({ input: { ...input, idempotencyKey } });
  };
  return (
    <ActDialog
      title="Send an announcement"
      about="It goes to the whole audience at once and cannot be taken back from the users whom it has reached."
      action="Send"
      hasReason={false}
      onClose={onClose}
      onAct={(_reason, idempotencyKey) => send(idempotencyKey)}
    >
      <TextFields name="English" value={english} onChange={setEnglish} />
      <Translations translations={translations} onChange={setTranslations} />
      <Field label="Address that it leads to, or empty">
        <input
          type="url"
          pattern="https://.*"
          maxLength={500}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </Field>
      <Choice label="For" none="Everybody" options={KINDS} value={kind} onChange={setKind} />
      <Field label="Active in the last days, or empty">
        <input
          type="number"
          min={1}
          value={activeDays}
          onChange={({ target }) => setActiveDays(target.value)}
        />
      </Field>
      <Field label="With a device in the languages, such as de, fr; or empty">
        <input value={languages} onChange={({ target }) => setLanguages(target.value)} />
      </Field>
    </ActDialog>
  );
}

type TranslationsProps = {
  translations: readonly Text[];
  onChange: (translations: readonly Text[]) => void;
};

const Translations = ({ translations, onChange }: TranslationsProps) => (
  <>
    {translations.map((translation, index) => (
      <fieldset key={index} className="form">
        <legend>Translation {index + 1}</legend>
        <Field label={`Language of translation ${index + 1}`}>
          <input
            required
            pattern="[a-z]{2,3}"
            title="A code of ISO 639 in lower case, such as de"
            value={translation.language}
            onChange={({ target }) =>
              onChange(translations.with(index, { ...translation, language: target.value }))
            }
          />
        </Field>
        <TextFields
          name={`translation ${index + 1}`}
          value={translation}
          onChange={(next) => onChange(translations.with(index, next))}
        />
        <button type="button" className="button" onClick={() => onChange(translations.toSpliced(index, 1))}>
          Remove translation {index + 1}
        </button>
      </fieldset>
    ))}
    {translations.length < TRANSLATIONS_MAX && (
      <button
        type="button"
        className="button"
        onClick={() => onChange([...translations, { language: '', title: '', text: '' }])}
      >
        Add a translation
      </button>
    )}
  </>
);

type TextFieldsProps = { name: string; value: Text; onChange: (value: Text) => void };

const TextFields = ({ name, value, onChange }: TextFieldsProps) => (
  <>
    <Field label={`Title in ${name}`}>
      <input
        required
        maxLength={80}
        value={value.title}
        onChange={({ target }) => onChange({ ...value, title: target.value })}
      />
    </Field>
    <Field label={`Text in ${name}`}>
      <textarea
        required
        maxLength={140}
        value={value.text}
        onChange={({ target }) => onChange({ ...value, text: target.value })}
      />
    </Field>
  </>
);
