import type { Messages } from '@/lib/i18n/messages'

/** Yerel kipte e-postaları gösteren sayfa. */
export const outbox: Messages['outbox'] = {
  title: 'Giden kutusu',
  lead: 'Yerel modda e-posta ve kısa mesaj gönderilmez; bunun yerine burada görünürler: {product} durana kadar her türün en yeni {max} iletisi.',
  open: 'Giden kutusunu aç',
  reload: 'Yeniden yükle',
  boxes: 'İleti türleri',
  boxNames: {
    account: 'Hesap e-postaları ({count})',
    mailings: 'Toplu e-postalar ({count})',
    texts: 'Kısa mesajlar ({count})',
  },
  to: 'Kime',
  text: '“{subject}” düz metni',
  html: '“{subject}” HTML’i',
  showHtml: 'HTML’i göster',
  showText: 'Düz metni göster',
  empty: {
    account: {
      title: 'Henüz e-posta yok',
      text: 'Kaydolun veya bir bağlantı isteyin, sonra bu sayfayı yeniden yükleyin.',
    },
    mailings: {
      title: 'Henüz toplu e-posta yok',
      text: 'E-postayla gönderilen bildirimler burada görünür.',
    },
    texts: {
      title: 'Henüz kısa mesaj yok',
      text: 'Bir telefon numarası doğrulayın veya kısa mesajla bildirim gönderin, sonra bu sayfayı yeniden yükleyin.',
    },
  },
}
