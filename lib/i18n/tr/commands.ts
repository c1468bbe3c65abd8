import type { Messages } from '@/lib/i18n/messages'

/** The command palette. */
export const commands: Messages['commands'] = {
  title: 'Bir sayfaya gidin ya da bir şey yapın',
  open: 'Hızlı erişim',
  openHint: 'Bir sayfaya ya da işleme hızlı erişim ({keys})',
  placeholder: 'Sayfa ve işlem arayın',
  placeholderPeople: 'Sayfa, işlem ve kişi arayın',
  close: 'Kapat',
  results: 'Sonuçlar',
  groups: { pages: 'Sayfalar', people: 'Kişiler', actions: 'İşlemler' },
  theme: 'Tema: {name}',
  language: 'Dil: {name}',
  looking: 'Kişiler aranıyor …',
  failed: 'Kişiler aranamadı. Bağlantınızı denetleyin ya da yeniden oturum açın.',
  nothing: 'Bu adla bir şey yok.',
  found: { one: '{count} sonuç', other: '{count} sonuç' },
  keys: 'Oklar seçer, Enter açar, Esc kapatır',
}
