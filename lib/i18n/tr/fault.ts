import type { fault as english } from '@/lib/i18n/en/fault'

/** The error page, in Turkish. In its own file because every page sends it to the browser. */
export const fault: typeof english = {
  title: 'Bir sorun oluştu',
  heading: 'Bir sorun oluştu',
  lead: 'Sorun bizden kaynaklanıyor ve günlüğe kaydedildi. Yeniden deneyin.',
  reference: 'Referans: {id}',
  retry: 'Yeniden dene',
}
