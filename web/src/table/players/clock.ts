/** Clocks, which run locally between two messages of the service. */
import type { ClockState } from '../../protocol';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds that a seat has left when the service's clock shows `now`. */
export function timeLeft(clocks: ClockState, seat: number, now: number): number {
  const left = clocks.left[seat] ?? 0;
  return clocks.running.includes(seat) ? Math.max(0, left - Math.max(0, now - clocks.at)) : left;
}

/** As a clock shows it, 4:07 or 1:04:07; days and hours from one day on. */
export function shown(left: number): string | { days: number; hours: number } {
  if (left >= DAY) {
    const hours = Math.floor(left / HOUR);
    return { days: Math.floor(hours / 24), hours: hours % 24 };
  }
  const seconds = Math.ceil(left / SECOND);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}
