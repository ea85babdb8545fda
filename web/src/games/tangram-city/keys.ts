/** Keyboard control: moving within the city, rotating anywhere on the page. */
import { covered } from '../../ui/layers.svelte';
import type { Controller } from './controls/controller.svelte';
import { flip, jump, step, turn } from './controls/placing';

type Action = (control: Controller, shift: boolean) => void;

const move =
  (dx: number, dy: number): Action =>
  (control) =>
    control.change((choices, hand) => step(choices, hand, dx, dy));
const spin: Action = (control, shift) =>
  control.change((choices, hand) => turn(choices, hand, shift ? -1 : 1));

const TURNING: Record<string, Action> = {
  r: spin,
  R: spin,
  f: (control) => control.change(flip),
  F: (control) => control.change(flip),
  d: (control) => control.wantDecline(),
  D: (control) => control.wantDecline(),
  Escape: (control) => control.putBack(),
};

const MOVING: Record<string, Action> = {
  ArrowLeft: move(-1, 0),
  ArrowRight: move(1, 0),
  ArrowUp: move(0, -1),
  ArrowDown: move(0, 1),
  ' ': (control, shift) => control.change((choices, hand) => jump(choices, hand, shift ? -1 : 1)),
  Enter: (control) => void control.confirm(),
};

function press(keys: Record<string, Action>, control: Controller, event: KeyboardEvent): boolean {
  const action = keys[event.key];
  if (!action || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  if (covered()) return false; // the keys belong to the open dialog
  if (!control.hand && event.key !== 'Escape') return false;
  if (event.repeat && event.key.toLowerCase() === 'd') return false; // a key held declines once
  event.preventDefault();
  action(control, event.shiftKey);
  return true;
}

export const turning = (control: Controller, event: KeyboardEvent) =>
  press(TURNING, control, event);
export const moving = (control: Controller, event: KeyboardEvent) => press(MOVING, control, event);
