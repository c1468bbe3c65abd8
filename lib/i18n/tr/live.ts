import type { Messages } from '@/lib/i18n/en'

/** Notices about changes made elsewhere, in Turkish. */
export const live: Messages['live'] = {
  gained: 'Artık erişebildiğiniz sayfalar: {pages}.',
  lost: 'Artık erişemediğiniz sayfalar: {pages}.',
  dismiss: 'Kapat',
}
