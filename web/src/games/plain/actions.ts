/** Searching a long list of legal actions. */

/** The actions in which every word of the search begins a word, in any order; case is ignored. */
export function matching(legal: readonly string[], search: string): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return legal.filter((action) => {
    const parts = action.toLowerCase().split(' ');
    return words.every((word) => parts.some((part) => part.startsWith(word)));
  });
}

/** The first `count` actions, with the hinted one in front. */
export function listed(actions: readonly string[], count: number, hint: string | null): string[] {
  const hinted = hint !== null && actions.includes(hint) ? [hint] : [];
  return [...hinted, ...actions.filter((action) => action !== hint)].slice(0, count);
}
