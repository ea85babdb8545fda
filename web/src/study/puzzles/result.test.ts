import { describe, expect, it } from 'vitest';
import { resultText, starText } from './result';

describe('a result to share', () => {
  it('shows the stars', () => {
    expect(starText(2)).toBe('★★☆');
    expect(starText(0)).toBe('☆☆☆');
  });

  it('says what was reached and nothing about the solution', () => {
    const result = { title: 'Puzzle of 17 November', lines: ['First try'], stars: 3 };
    expect(resultText(result, 'https://example.org/puzzles')).toBe(
      'Puzzle of 17 November\n★★★\nFirst try\nhttps://example.org/puzzles',
    );
  });
});
