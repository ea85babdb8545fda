/** Games with messages of their own have one for every option and every value. */
import { describe, expect, test } from 'vitest';
import record from '../../../docs/record.schema.json';
import { LANGUAGES } from '../i18n/languages';
import type { GameInfo } from '../protocol';
import { controlsOf } from '../setup/controls';

interface Branch {
  if: { properties: { game: { const: string } } };
  then: { properties: { options: Record<string, unknown> } };
}

type Messages = Record<string, string>;
const OWN = import.meta.glob<Messages>('./*/i18n/??.json', { import: 'default', eager: true });
const SHARED = import.meta.glob<Messages>('../i18n/*/setup.json', {
  import: 'default',
  eager: true,
});

const GAMES = (record.allOf as unknown as Branch[])
  .map((branch) => ({
    game: branch.if.properties.game.const,
    options_schema: branch.then.properties.options,
  }))
  .filter(({ game }) => `./${game}/i18n/en.json` in OWN);

test('there are games with messages of their own', () => expect(GAMES.length).toBeGreaterThan(1));

describe.each(GAMES)('$game', ({ game, options_schema }) => {
  const controls = controlsOf({ options_schema } as unknown as GameInfo);

  test.each(LANGUAGES)('every option has a label and a sentence (%s)', (language) => {
    const own = OWN[`./${game}/i18n/${language}.json`]!;
    const shared = SHARED[`../i18n/${language}/setup.json`]!;
    for (const { name } of controls)
      for (const key of [`option_${name}`, `option_${name}_about`])
        expect(own[`${game}.${key}`] ?? shared[`setup.${key}`], key).toBeTruthy();
  });

  test.each(LANGUAGES)('every value that is a word has a message (%s)', (language) => {
    const own = OWN[`./${game}/i18n/${language}.json`]!;
    for (const { name, kind, schema } of controls) {
      const values = [...(schema.enum ?? []), ...(schema.items?.enum ?? [])];
      for (const value of values.filter((each) => typeof each === 'string')) {
        if (/^[A-Z]\d$/.test(value)) continue; // sites are the same in every language
        expect(own).toHaveProperty([`${game}.value_${name}_${value}`]);
        if (kind === 'choice') expect(own).toHaveProperty([`${game}.value_${name}_${value}_about`]);
      }
    }
  });
});
