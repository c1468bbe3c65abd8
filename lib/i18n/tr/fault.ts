import type { fault as english } from '@/lib/i18n/en/fault'

/** What is shown in place of a page that broke. A file of its own: it goes to the browser with every page. */
export const fault: typeof english = {
  title: 'Bir sorun oluştu',
  heading: 'Bir sorun oluştu',
  lead: 'Sorun bizden kaynaklanıyor ve günlüğe kaydedildi. Yeniden deneyin.',
  reference: 'Referans: {id}',
  retry: 'Yeniden dene',
}
