import type { Messages } from '@/lib/i18n/en'

/** The page that shows messages in local mode, in Turkish. */
export const outbox: Messages['outbox'] = {
  title: 'Giden kutusu',
  lead: 'Yerel modda e-posta ve kısa mesaj gönderilmez; mesajlar bunun yerine burada görünür. {product} durana kadar her türün en yeni {max} mesajı saklanır.',
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
  html: '“{subject}” mesajının HTML görünümü',
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
      text: 'Bir telefon numarası doğrulayın veya kısa mesajla bildirim gönderin, ardından bu sayfayı yenileyin.',
    },
  },
}
