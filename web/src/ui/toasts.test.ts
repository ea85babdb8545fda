import { expect, test } from 'vitest';
import { Refused } from '../net/api';
import { dismissErrors, errorText, newest, show, toasts } from './toasts.svelte';

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

test('a refusal is a sentence, before the rule that it cites', () => {
  const refused = (reason: string) =>
    errorText(new Refused({ type: 'error', code: 'illegal', reason, explained: true }));
  expect(refused('card 3 marks A3, not B9')).toBe('Card 3 marks A3, not B9.');
  expect(refused('is it your turn?')).toBe('Is it your turn?');
});
