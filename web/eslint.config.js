import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules', 'src/protocol.ts', 'src/games/*/protocol.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs['flat/recommended'],
  { languageOptions: { globals: { ...globals.browser } } },
  { files: ['worker/**'], languageOptions: { globals: { ...globals.serviceworker } } },
  { files: ['tools/**', '*.js'], languageOptions: { globals: { ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'svelte/prefer-svelte-reactivity': 'off', // plain maps and URLs are meant where nothing is shown
      'svelte/no-navigation-without-resolve': 'off', // SvelteKit's; our router has its own links
    },
  },
);
