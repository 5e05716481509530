/** The ring of somebody who is called, or that of somebody who waits for an answer. */
export type ToneName = 'RING' | 'RING_BACK';

type Note = { readonly hertz: number; readonly at: number; readonly seconds: number };

type Pattern = { readonly notes: readonly Note[]; readonly everySeconds: number; readonly loudness: number };

const TONES: Readonly<Record<ToneName, Pattern>> = {
  RING: {
    notes: [
      { hertz: 659, at: 0, seconds: 0.18 },
      { hertz: 784, at: 0.2, seconds: 0.18 },
      { hertz: 988, at: 0.4, seconds: 0.36 },
      { hertz: 784, at: 0.9, seconds: 0.18 },
      { hertz: 988, at: 1.1, seconds: 0.36 },
    ],
    everySeconds: 3,
    loudness: 0.2,
  },
  // The one that telephones have.
  RING_BACK: { notes: [{ hertz: 425, at: 0, seconds: 1 }], everySeconds: 5, loudness: 0.06 },
};

/** No call rings for longer. */
const LONGEST_SECONDS = 120;
const EDGE_SECONDS = 0.02;

/** Plays a tone until the returned function ends it at once. All of it is planned before, since timers of hidden tabs are late. */
export function playTone(name: ToneName): () => void {
  const { notes, everySeconds, loudness } = TONES[name];
  const context = new AudioContext();
  for (let round = 0; round * everySeconds < LONGEST_SECONDS; round += 1) {
    for (const note of notes) {
      plan(context, { ...note, at: context.currentTime + round * everySeconds + note.at }, loudness);
    }
  }
  return () => void context.close();
}

/** A sudden start or end would crackle. */
function plan(context: AudioContext, { hertz, at, seconds }: Note, loudness: number): void {
  const sound = new OscillatorNode(context, { frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + EDGE_SECONDS);
  volume.gain.setValueAtTime(loudness, at + seconds - EDGE_SECONDS);
  volume.gain.linearRampToValueAtTime(0, at + seconds);
  sound.connect(volume).connect(context.destination);
  sound.start(at);
  sound.stop(at + seconds);
}
