import { BarChart3, CalendarClock, File as FileIcon, Image, MapPin, Plus } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../parts/button.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useTexts } from '../../texts/texts.tsx';

/** Forms that open beside the field of text. */
export type Adding = 'poll' | 'location' | 'schedule' | 'voice';

const PICTURES = 'image/*,video/*,audio/*';

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
          {
            name: messages.newPoll,
            icon: <BarChart3 aria-hidden="true" />,
            onSelect: () => onChoose('poll'),
          },
          {
            name: messages.sendLocation,
            icon: <MapPin aria-hidden="true" />,
            onSelect: () => onChoose('location'),
          },
          {
            name: messages.schedule,
            icon: <CalendarClock aria-hidden="true" />,
            onSelect: () => onChoose('schedule'),
          },
        ]}
      />
    </>
  );
}
