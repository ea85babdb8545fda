/** Svelte reads TypeScript and CSS by itself: no preprocessor is needed. */
export default { compilerOptions: { runes: true } };
