import type { Messages } from '@/lib/i18n/messages'

/** Changes that others made, in Turkish. */
export const live: Messages['live'] = {
  gained: 'Artık açabileceğiniz sayfalar: {pages}.',
  lost: 'Artık açamayacağınız sayfalar: {pages}.',
  dismiss: 'Kapat',
}
