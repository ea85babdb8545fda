/** The urban cards in the order of their clauses, which begin at M4.2. */
const CARDS = [
  'big-business',
  'founder',
  'megacity',
  'fog-free-view',
  'multiple-tower',
  'villa',
  'worldwide-expansion',
  'hobbit-home',
  'small-town',
  'fake-news',
];

export function urbanClause(name: string): string {
  const at = CARDS.indexOf(name);
  return at < 0 ? 'M4' : `M4.${at + 2}`;
}
