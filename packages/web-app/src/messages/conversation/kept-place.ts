import { Component, type RefObject } from 'react';

type KeptPlaceProps = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Looked at before and after they change. */
  readonly messages: readonly unknown[];
  /** Nearer to the end the end is kept. */
  readonly nearPx: number;
};

/** Of a message, from the top of the window. */
type Place = { readonly id: string; readonly top: number };

/**
 * Keeps the message in the middle of the view where it is, when others come or go between it and the end. A class, since nothing else
 * is called between drawing and the change of the page.
 */
export class KeptPlace extends Component<KeptPlaceProps> {
  override getSnapshotBeforeUpdate({ messages }: KeptPlaceProps): Place | null {
    const box = this.props.scroller.current;
    if (!box || messages === this.props.messages || box.scrollTop > -this.props.nearPx) return null;
    const { top, height } = box.getBoundingClientRect();
    for (const row of box.querySelectorAll('[data-message]')) {
      const place = row.getBoundingClientRect();
      if (place.bottom > top + height / 2)
        return { id: row.getAttribute('data-message') ?? '', top: place.top };
    }
    return null;
  }

  override componentDidUpdate(_props: KeptPlaceProps, _state: object, place: Place | null): void {
    const box = this.props.scroller.current;
    const row = place && box?.querySelector(`[data-message="${place.id}"]`);
    if (box && row) box.scrollTop += row.getBoundingClientRect().top - place.top;
  }

  override render(): null {
    return null;
  }
}
