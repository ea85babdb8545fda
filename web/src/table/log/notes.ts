/** The notes of a table's story in words. */
import { t } from '../../i18n/index.svelte';
import type { AnyNote } from '../../protocol';

export function inWords(note: AnyNote, name: (seat: number) => string): string {
  switch (note.what) {
    case 'sat':
      return t('table.note_sat', { name: note.name });
    case 'stood':
      return t('table.note_stood', { name: name(note.seat) });
    case 'started':
      return t('table.note_started');
    case 'undone':
      return typeof note.seat === 'number'
        ? t('table.note_taken_back', { name: name(note.seat) })
        : t('table.note_undone');
    case 'asked':
      return t('table.note_asked', { name: name(note.seat), matter: note.matter });
    case 'answered':
      return t('table.note_answered', { name: name(note.seat), yes: note.yes ? 'yes' : 'no' });
    case 'paused':
      return t('table.note_paused');
    case 'resumed':
      return t('table.note_resumed');
    case 'resigned':
      return t('table.note_resigned', { name: name(note.seat), bot: note.bot ? 'yes' : 'no' });
    case 'flag':
      return t('table.note_flag', { name: name(note.seat), bot: note.bot ? 'yes' : 'no' });
    case 'away':
      return t('table.note_away', { name: name(note.seat) });
    case 'returned':
      return t('table.note_returned', { name: name(note.seat) });
    case 'bot':
      return t('table.note_bot', { name: name(note.seat) });
    case 'ended':
      return t('table.note_ended');
    case 'closed':
      return t('table.note_closed');
    case 'rematch':
      return t('table.note_rematch');
    default:
      return ''; // the service may be newer than this page
  }
}
