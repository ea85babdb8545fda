import { expect, it } from 'vitest';
import { Twist, Wheel } from './gesture';

const finger = (degrees: number) => ({
  clientX: 100 + 50 * Math.cos((degrees * Math.PI) / 180),
  clientY: 100 + 50 * Math.sin((degrees * Math.PI) / 180),
});
const CENTRE = { clientX: 100, clientY: 100 };

it('two fingers turn by a quarter every 45 degrees, either way, over the edge of the circle', () => {
  const twist = new Twist();
  expect(twist.move(CENTRE, finger(150))).toBe(0);
  expect(twist.move(CENTRE, finger(190))).toBe(0);
  expect(twist.move(CENTRE, finger(200))).toBe(1);
  expect(twist.move(CENTRE, finger(210))).toBe(0);
  expect(twist.move(CENTRE, finger(148))).toBe(-1);
  twist.end();
  expect(twist.move(CENTRE, finger(0))).toBe(0);
});

it('a wheel turns by notches, with a limit for free-spinning ones', () => {
  const wheel = new Wheel();
  expect(wheel.move(100, 0)).toBe(1);
  expect(wheel.move(100, 20)).toBe(0);
  expect(wheel.move(10, 200)).toBe(1);
  expect(wheel.move(-30, 400)).toBe(0);
  expect(wheel.move(-30, 410)).toBe(-1);
});
