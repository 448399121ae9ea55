// Small sounds made on the spot: no files to load. Silent until the user has touched the page, as
// browsers demand.

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'notify' | 'low';

let context: AudioContext | null = null;

function knock(at: AudioContext, pitch: number, length: number, loudness: number, delay = 0): void {
  const start = at.currentTime + delay;
  const tone = at.createOscillator();
  const fade = at.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.55, start + length);
  fade.gain.setValueAtTime(loudness, start);
  fade.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(fade).connect(at.destination);
  tone.start(start);
  tone.stop(start + length);
}

const score: Record<Sound, [pitch: number, length: number, loudness: number, delay: number][]> = {
  move: [[240, 0.09, 0.35, 0]],
  capture: [
    [300, 0.07, 0.4, 0],
    [170, 0.12, 0.4, 0.03],
  ],
  check: [
    [260, 0.08, 0.35, 0],
    [620, 0.14, 0.18, 0.06],
  ],
  end: [
    [392, 0.25, 0.2, 0],
    [330, 0.25, 0.2, 0.16],
    [262, 0.5, 0.22, 0.32],
  ],
  notify: [[520, 0.15, 0.15, 0]],
  low: [[880, 0.06, 0.15, 0]],
};

export function play(sound: Sound): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    for (const [pitch, length, loudness, delay] of score[sound])
      knock(context, pitch, length, loudness, delay);
  } catch {
    // No sound here; the board still shows everything.
  }
}
