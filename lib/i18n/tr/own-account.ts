import type { Messages } from '@/lib/i18n/messages'

/** What people do to their own account: its address, their data, its end. */
export const ownAccount: Messages['ownAccount'] = {
  notices: {
    email_changed: 'E-posta adresiniz değiştirildi. Hesabınızla ilgili iletiler bundan sonra oraya gelir.',
    account_deleted: 'Hesabınız silindi ve tüm cihazlarda oturumunuz kapatıldı.',
  },
  signInAgain: 'Yeniden giriş yap',
  email: {
    title: 'E-posta adresi',
    lead: 'Bu adresle giriş yaparsınız; hesabınızla ilgili iletiler de oraya gelir.',
    leadExternal: 'Hesabınızla ilgili iletiler oraya gelir.',
    change: 'Adresi değiştir',
    presentTitle: 'Şimdiki adres',
    changeTitle: 'E-posta adresinizi değiştirin',
    changeText:
      'Yeni adrese bir bağlantı göndeririz, şimdiki adrese de haber veririz. Bağlantı açılana kadar hiçbir şey değişmez.',
    newEmail: 'Yeni e-posta adresi',
    submit: 'Bağlantıyı gönder',
    signInText: 'Son girişinizin üzerinden zaman geçti. Yeniden giriş yapın, sonra adresi değiştirin.',
    sent: 'Yeni posta kutunuza bakın: adres burada kullanılabiliyorsa bir bağlantı yola çıktı.',
    waitingTitle: 'Doğrulama bekleniyor',
    waitingText:
      '{email} burada kullanılabiliyorsa oraya bir bağlantı gönderildi. Bağlantı açılınca adresiniz bu olur. Bağlantı {until} tarihine kadar geçerlidir.',
    waitingHint:
      'Gelmedi mi? Gereksiz posta klasörüne bakın veya aşağıdan yeniden isteyin: yalnızca en yeni bağlantı çalışır.',
    cancel: 'Değişiklikten vazgeç',
    cancelled: 'Değişiklikten vazgeçildi. Adresiniz aynı kaldı.',
  },
  confirm: {
    title: 'Yeni e-posta adresinizi doğrulayın',
    heading: 'Yeni e-posta adresinizi doğrulayın',
    lead: 'Bundan sonra {email} ile giriş yaparsınız.',
    submit: 'Yeni adresi doğrula',
    askAgain: 'Yeni bağlantı iste',
    dead: 'Bağlantı kullanılmış, yenisiyle değiştirilmiş veya süresi dolmuş.',
  },
  data: {
    title: 'Verileriniz',
    lead: 'Bir kopyasını alın veya hesabınızı silin.',
    exportTitle: 'Verilerinizi indirin',
    exportText:
      'Hakkınızda saklanan her şey tek bir JSON dosyasında: profil, roller, oturumlar, cihazlar, bağlı hesaplar, gelen kutusu ve burada yaptıklarınızın kayıtları. Parolalar, kodlar ve başkalarının verileri dosyada yer almaz.',
    download: 'İndir',
    deleteTitle: 'Hesabınızı silin',
    deleteText:
      'Tüm cihazlarda oturumunuz kapatılır ve bir daha giriş yapamazsınız. Adres ayrılmış kalır: kimse bu adresle kaydolamaz. Bir yönetici hesabı geri getirebilir.',
    delete: 'Hesabı sil',
    confirmTitle: '{email} hesabı silinsin mi?',
    confirmText:
      'Tüm tarayıcı ve uygulamalarda oturum hemen kapatılır ve artık hesaba kimse giriş yapamaz. Bunu kendiniz geri alamazsınız.',
    confirmSubmit: 'Hesabı şimdi sil',
    signInText: 'Son girişinizin üzerinden zaman geçti. Yeniden giriş yapın, sonra hesabı silin.',
    reload: 'Sayfayı yeniden yükle',
    cancel: 'Hesabı koru',
  },
}
