import postcss from 'postcss';
import { expect, test } from 'vitest';
import { hoverOnly } from './hover.mjs';

test('styles of hovering are for pointers that hover', () => {
  const css = '.a{color:red}.a:hover{color:blue}';
  expect(postcss([hoverOnly]).process(css, { from: undefined }).css).toBe(
    '.a{color:red}@media (hover: hover){.a:hover{color:blue}}',
  );
});
