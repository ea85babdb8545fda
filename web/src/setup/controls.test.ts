/** No option of the service without its control, its name, its sentence and its values in words. */
import { describe, expect, test } from 'vitest';
import record from '../../../docs/record.schema.json';
import de from '../i18n/de/setup.json';
import en from '../i18n/en/setup.json';
import fr from '../i18n/fr/setup.json';
import nl from '../i18n/nl/setup.json';
import { LANGUAGES } from '../i18n/languages';
import { chosen, CONTROLS, schemaOf } from './controls';
import { GAMES, type GameId } from '../games/names';

interface Branch {
  if: { properties: { game: { const: string } } };
  then: { properties: { options: Record<string, unknown> } };
}

function schema(game: GameId): Record<string, unknown> {
  const branch = (record.allOf as unknown as Branch[]).find(
    (each) => each.if.properties.game.const === game,
  );
  return branch!.then.properties.options;
}

const messages: Record<string, Record<string, string>> = { de, en, fr, nl };

describe.each(GAMES)('%s', (game) => {
  const names = Object.keys(schema(game).properties as object);

  test('every option of the schema has one control, and there are no others', () => {
    expect(CONTROLS[game].map((control) => control.name).sort()).toEqual(names.sort());
  });

  test.each(LANGUAGES)('every option has a name and a sentence (%s)', (language) => {
    for (const name of names) {
      expect(messages[language]).toHaveProperty([`setup.option_${name}`]);
      expect(messages[language]).toHaveProperty([`setup.about_${name}`]);
    }
  });

  test.each(LANGUAGES)('every value that is a word is said in words (%s)', (language) => {
    for (const { name, kind } of CONTROLS[game]) {
      const { enum: values = [], items } = schemaOf(schema(game), name);
      if (kind === 'site') continue; // C5 is C5
      for (const value of [...values, ...(items?.enum ?? [])].filter(
        (each) => typeof each === 'string',
      )) {
        expect(messages[language]).toHaveProperty([`setup.${name}_${value}`]);
        if (kind === 'choice' || kind === 'several')
          expect(messages[language]).toHaveProperty([`setup.${name}_${value}_about`]);
      }
    }
  });
});

test('another number of players forgets what went with the old one', () => {
  const given = { players: 2, sides: [0, 1], start: 1, hand: 5 };
  expect(chosen('manhattan', given, 'players', 3)).toEqual({ players: 3, hand: 5 });
});

test('an edition brings its own plan, but leaves house options that it says nothing about', () => {
  const given = { rounds: 3, hand: 6 };
  expect(chosen('manhattan', given, 'edition', 'hig-1994')).toEqual({
    edition: 'hig-1994',
    hand: 6,
  });
});

test('without a monster there is no site for it, without the urban rules no megacity', () => {
  const given = { variants: ['godzilla'], monster: 'C5', urban: true, megacity_all: true };
  expect(chosen('manhattan', given, 'variants', ['progressive'])).not.toHaveProperty('monster');
  expect(chosen('manhattan', given, 'urban', false)).not.toHaveProperty('megacity_all');
});

test('a choice can be taken back', () => {
  expect(chosen('manhattan', { start: 2 }, 'start', undefined)).toEqual({});
});
