import type { Messages } from '@/lib/i18n/en'

/** The phone number page, and the text messages, in Turkish. */
export const phone: Messages['phone'] = {
  title: 'Telefon numarası',
  lead: 'Kısa mesajlar için kullanılır: bildirimler ve açarsanız güvenlik bildirimleri. Bu numarayla oturum açamazsınız.',
  presentTitle: 'Mevcut numara',
  none: 'Henüz telefon numarası yok. Kısa mesaj almak için bir numara ekleyin.',
  optedOut:
    'Bu numaradan STOP gönderildiği için bu numaraya kısa mesaj gönderilmiyor. Yeniden almak için telefondan START gönderin.',
  remove: 'Numarayı kaldır',
  removeTitle: '{phone} kaldırılsın mı?',
  removeText: 'Artık bizden kısa mesaj almazsınız.',
  removeCancel: 'Vazgeç',
  removed: 'Telefon numarası kaldırıldı.',
  changeTitle: 'Numara ekleyin veya değiştirin',
  changeText:
    'Size kısa mesajla bir kod göndeririz. Yenisini doğrulayana kadar mevcut numaranız geçerli kalır.',
  number: 'Telefon numarası',
  numberHint: 'Ülke kodunu ekleyin, örneğin +90 532 123 45 67. Operatör ücretleri geçerlidir.',
  sendCode: 'Kod gönder',
  codeSent: 'Numara kısa mesaj alabiliyorsa bu numaraya bir kod gönderdik.',
  confirmTitle: 'Kodu girin',
  confirmText:
    '{phone} numarasına 6 haneli bir kod gönderdik. Kod {until} tarihine kadar geçerlidir; 5 deneme hakkınız var.',
  code: 'Kod',
  confirm: 'Numarayı doğrula',
  confirmed: 'Telefon numarası doğrulandı.',
  resend: 'Yeni kod gönder',
  whereLog:
    'Yerel modda kısa mesaj gönderilmez. Kodu giden kutusunda ve terminalde bulabilirsiniz.',
  texts: {
    code: '{host} doğrulama kodunuz: {code}. 10 dk geçerli. Paylaşmayın.',
    notice: '{host}: {title}. Siz değilseniz: {url}',
    test: '{host}: Bu bir test mesajıdır.',
  },
}
