/** Synthesised sounds: a knock of wood and a few notes. Off by default. */
import { settings } from '../../settings.svelte';

type Sound = 'turn' | 'move' | 'round' | 'end' | 'chat';

/** Notes: frequency in hertz, start and length in seconds. */
const NOTES: Record<Exclude<Sound, 'move'>, [number, number, number][]> = {
  turn: [
    [587, 0, 0.16],
    [880, 0.13, 0.3],
  ],
  round: [
    [523, 0, 0.16],
    [659, 0.12, 0.16],
    [784, 0.24, 0.36],
  ],
  end: [
    [392, 0, 0.2],
    [523, 0.16, 0.2],
    [659, 0.32, 0.2],
    [784, 0.48, 0.6],
  ],
  chat: [[988, 0, 0.1]],
};

let audio: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sounds) return;
  audio ??= new AudioContext();
  void audio.resume();
  if (sound === 'move') knock(audio);
  else for (const note of NOTES[sound]) ring(audio, ...note);
}

/** A short burst of filtered noise: a block put down. */
function knock(audio: AudioContext): void {
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 4;
  const noise = new AudioBufferSourceNode(audio, { buffer });
  const wood = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 900, Q: 4 });
  noise
    .connect(wood)
    .connect(new GainNode(audio, { gain: 0.7 }))
    .connect(audio.destination);
  noise.start();
}

function ring(audio: AudioContext, frequency: number, after: number, length: number): void {
  const at = audio.currentTime + after;
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.linearRampToValueAtTime(0.12, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}
