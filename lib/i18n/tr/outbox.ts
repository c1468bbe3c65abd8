import type { Messages } from '@/lib/i18n/en'

/** The page that shows messages in local mode, in Turkish. */
export const outbox: Messages['outbox'] = {
  title: 'Giden kutusu',
  lead: 'Yerel modda e-posta ve kısa mesaj gönderilmez. Bunun yerine burada görünürler: {product} durana kadar her türden en yeni {max} mesaj.',
  open: 'Giden kutusunu aç',
  reload: 'Yenile',
  boxes: 'Mesaj türleri',
  boxNames: {
    account: 'Hesap e-postaları ({count})',
    mailings: 'Bildirim e-postaları ({count})',
    texts: 'Kısa mesajlar ({count})',
  },
  to: 'Alıcı',
  text: '“{subject}” mesajının metni',
  html: '“{subject}” mesajının HTML’i',
  showHtml: 'HTML’i göster',
  showText: 'Metni göster',
  empty: {
    account: {
      title: 'Henüz e-posta yok',
      text: 'Kaydolun veya bir bağlantı isteyin, ardından bu sayfayı yenileyin.',
    },
    mailings: {
      title: 'Henüz bildirim e-postası yok',
      text: 'E-postayla gönderilen bildirimler burada görünür.',
    },
    texts: {
      title: 'Henüz kısa mesaj yok',
      text: 'Bir telefon numarasını doğrulayın veya kısa mesajla bildirim gönderin, ardından bu sayfayı yenileyin.',
    },
  },
}
