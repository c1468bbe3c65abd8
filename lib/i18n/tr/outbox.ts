import type { Messages } from '@/lib/i18n/messages'

export const outbox: Messages['outbox'] = {
  title: 'Giden kutusu',
  lead: 'Yerel kipte e-posta gönderilmez. Gönderilecek olanlar burada görünür: Gatehouse durana dek en yeni {max} ileti.',
  open: 'Giden kutusunu aç',
  reload: 'Yeniden yükle',
  to: 'Kime',
  text: '“{subject}” iletisinin metni',
  emptyTitle: 'Henüz ileti yok',
  emptyText: 'Kaydolun veya bir bağlantı isteyin, sonra bu sayfayı yeniden yükleyin.',
}
