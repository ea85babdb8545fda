import { expect, test } from 'vitest';
import { dismissErrors, newest, show, toasts } from './toasts.svelte';

const texts = () => toasts().map(({ text }) => text);

test('what is accepted dismisses the errors before it, and none after it', () => {
  show('refused', 'error');
  show('copied');
  const asked = newest();
  dismissErrors(asked);
  expect(texts()).toEqual(['copied']);
  show('refused again', 'error');
  dismissErrors(asked);
  expect(texts()).toEqual(['copied', 'refused again']);
});
