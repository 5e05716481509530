import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { Attachments } from './attachments.ts';

/** Chooses pictures and videos from the device. */
export function MediaButton({
  attachments,
  max,
}: {
  readonly attachments: Attachments;
  readonly max: number;
}) {
  const { media } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        onChange={({ target }) => {
          attachments.add([...(target.files ?? [])], max);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <IconButton
        label={media.add}
        disabled={attachments.items.length >= max}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden="true" />
      </IconButton>
    </>
  );
}
