import type { Messages } from '@/lib/i18n/messages'

/** Changes that others made, in Turkish. */
export const live: Messages['live'] = {
  gained: 'Artık erişebildiğiniz sayfalar: {pages}.',
  lost: 'Artık erişemediğiniz sayfalar: {pages}.',
  dismiss: 'Kapat',
}
