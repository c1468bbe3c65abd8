import type { Messages } from '@/lib/i18n/messages'

/** Hesabın telefon numarası ve kısa mesajların metinleri. */
export const phone: Messages['phone'] = {
  title: 'Telefon numarası',
  lead: 'Kısa mesajlar için: duyurular ve isterseniz güvenlik bildirimleri. Bununla giriş yapılamaz.',
  presentTitle: 'Şimdiki numara',
  none: 'Henüz bir numara eklemediniz.',
  optedOut:
    'Bu numaradan STOP yanıtı geldiği için numaraya kısa mesaj gönderilmiyor. Yeniden almak için telefondan START yazıp gönderin.',
  remove: 'Numarayı kaldır',
  removeTitle: '{phone} kaldırılsın mı?',
  removeText: 'Artık bizden kısa mesaj almazsınız.',
  removeCancel: 'Numarayı koru',
  removed: 'Numara kaldırıldı.',
  changeTitle: 'Numara ekleyin veya değiştirin',
  changeText: 'Numaraya bir kod göndeririz. Doğrulanmış numara, yenisi doğrulanana kadar kalır.',
  number: 'Telefon numarası',
  numberHint: 'Ülke koduyla birlikte, örneğin +90 532 123 45 67. Operatörünüzün ücretleri geçerlidir.',
  sendCode: 'Kod gönder',
  codeSent: 'Numara kısa mesaj alabiliyorsa kod yolda.',
  confirmTitle: 'Kodu girin',
  confirmText:
    '{phone} numarasına 6 haneli bir kod gönderdik. Kod {until} tarihine kadar geçerlidir, beş kez denenebilir.',
  code: 'Kod',
  confirm: 'Numarayı doğrula',
  confirmed: 'Numaranız doğrulandı.',
  resend: 'Yeni kod gönder',
  whereLog: 'Yerel kipte kısa mesaj gönderilmez: kod, giden kutusunda ve terminaldedir.',
  texts: {
    code: '{host} doğrulama kodunuz: {code}. Kod 10 dakika geçerlidir. Kimseyle paylaşmayın.',
    notice: '{host}: {title}. Siz değil misiniz? {url}',
    test: '{host}: Bu bir deneme mesajıdır.',
  },
}
