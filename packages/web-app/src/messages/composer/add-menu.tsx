import {
  BarChart3,
  CalendarClock,
  Contact,
  File as FileIcon,
  Image,
  LockKeyhole,
  type LucideIcon,
  MapPin,
  Plus,
} from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import type { Texts } from '../../texts/shape.ts';
import { useTexts } from '../../texts/texts.tsx';

/** Forms that open beside the field of text. */
export type Adding = 'poll' | 'location' | 'contact' | 'paid' | 'schedule' | 'voice';

const PICTURES = 'image/*,video/*,audio/*';

type Form = {
  readonly adding: Adding;
  readonly Icon: LucideIcon;
  readonly nameOf: (messages: Texts['messages']) => string;
};

const FORMS: readonly Form[] = [
  { adding: 'poll', Icon: BarChart3, nameOf: ({ newPoll }) => newPoll },
  { adding: 'location', Icon: MapPin, nameOf: ({ sendLocation }) => sendLocation },
  { adding: 'contact', Icon: Contact, nameOf: ({ contents }) => contents.ContactContent },
  { adding: 'paid', Icon: LockKeyhole, nameOf: ({ contents }) => contents.LockedContent },
  { adding: 'schedule', Icon: CalendarClock, nameOf: ({ schedule }) => schedule },
];

/** Things that a message can have beside its text. */
export function AddMenu({
  onFiles,
  onChoose,
}: {
  readonly onFiles: (files: readonly File[]) => void;
  readonly onChoose: (adding: Adding) => void;
}) {
  const { messages } = useTexts();
  const pictures = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const input = (accept?: string) => ({
    type: 'file',
    multiple: true,
    hidden: true,
    ...(accept !== undefined && { accept }),
    onChange: ({ target }: { readonly target: HTMLInputElement }) => {
      onFiles([...(target.files ?? [])]);
      // The same file can be chosen again.
      target.value = '';
    },
  });
  return (
    <>
      <input ref={pictures} {...input(PICTURES)} aria-label={messages.addPictures} />
      <input ref={files} {...input()} aria-label={messages.addFile} />
      <Menu
        trigger={
          <IconButton label={messages.add}>
            <Plus aria-hidden="true" />
          </IconButton>
        }
        items={[
          {
            name: messages.addPictures,
            icon: <Image aria-hidden="true" />,
            onSelect: () => pictures.current?.click(),
          },
          {
            name: messages.addFile,
            icon: <FileIcon aria-hidden="true" />,
            onSelect: () => files.current?.click(),
          },
          ...FORMS.map(({ adding, Icon, nameOf }) => ({
            name: nameOf(messages),
            icon: <Icon aria-hidden="true" />,
            onSelect: () => onChoose(adding),
          })),
        ]}
      />
    </>
  );
}
