import { useEffect, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useTexts } from '../../texts/texts.tsx';

export type Place = {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string | null;
  /** Minutes for which the position is shared; null for a place that stays as it is. */
  readonly liveMinutes: number | null;
};

const LIVE_MINUTES = 60;
const WAIT_MAX_MS = 15_000;

/** Asks the device where it is, and then how it is sent. */
export function LocationForm({
  onSend,
  onClose,
}: {
  readonly onSend: (place: Place) => void;
  readonly onClose: () => void;
}) {
  const { common, messages } = useTexts();
  const [position, setPosition] = useState<GeolocationCoordinates | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setPosition(coords),
      () => setIsRefused(true),
      { timeout: WAIT_MAX_MS, enableHighAccuracy: true },
    );
  }, []);
  return (
    <Dialog title={messages.sendLocation} onClose={onClose}>
      {isRefused && (
        <p className="refused" role="alert">
          {messages.noLocation}
        </p>
      )}
      {!position && !isRefused && <p role="status">{messages.locating}</p>}
      {position && (
        <form
          className="form"
          onSubmit={(event) => {
            const fields = fieldsOf(event);
            const { latitude, longitude } = position;
            const name = fields['name']?.trim();
            const liveMinutes = fields['live'] === 'on' ? LIVE_MINUTES : null;
            onSend({ latitude, longitude, name: name === '' ? null : (name ?? null), liveMinutes });
            onClose();
          }}
        >
          <Field label={messages.placeName} name="name" maxLength={100} autoComplete="off" />
          <label className="check">
            <input type="checkbox" name="live" /> {messages.shareLive}
          </label>
          <div className="dialog-acts">
            <Button onClick={onClose}>{common.cancel}</Button>
            <Button type="submit" kind="main">
              {common.send}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
