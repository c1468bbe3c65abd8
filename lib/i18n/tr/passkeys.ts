import type { Messages } from '@/lib/i18n/en'

export const passkeys: Messages['passkeys'] = {
  signIn: 'Geçiş anahtarıyla oturum aç',
  useInstead: 'Geçiş anahtarı kullan',
  ceremony: {
    canceled: 'Geçiş anahtarı isteği iptal edildi veya süresi doldu. Yeniden deneyin.',
    exists: 'Bu cihazda hesabınız için zaten bir geçiş anahtarı var.',
    failed:
      'Tarayıcınız geçiş anahtarını kullanamadı. Yeniden deneyin veya başka bir yöntemle oturum açın.',
  },
  card: {
    title: 'Geçiş anahtarları',
    text: 'Parolanız yerine parmak iziniz, yüzünüz veya ekran kilidinizle oturum açın. Geçiş anahtarı, iki adımlı doğrulama kodunun da yerini alır.',
    none: 'Henüz geçiş anahtarı yok.',
    created: 'Eklenme: {day}',
    used: 'Son kullanım: {time}',
    neverUsed: 'Henüz kullanılmadı',
    synced: 'Eşitleniyor',
    elsewhere: 'Başka bir alan adı için',
    add: 'Geçiş anahtarı ekle',
    addTitle: 'Geçiş anahtarı ekleyin',
    addText: 'Cihazınız parmak iziniz, yüzünüz veya ekran kilidinizle onaylamanızı isteyecek.',
    name: 'Ad',
    defaultName: 'Geçiş anahtarı',
    nameHint: 'Sonradan tanımanız için. Boş bırakırsanız bu tarayıcının adı kullanılır.',
    rename: 'Yeniden adlandır',
    renameTitle: '“{name}” adını değiştirin',
    renameText: 'Bu adı yalnızca siz görürsünüz.',
    save: 'Değişiklikleri kaydet',
    remove: 'Kaldır',
    removeTitle: '“{name}” kaldırılsın mı?',
    removeText: 'Artık onunla oturum açamazsınız. Cihazınızın ayarlarından da silin.',
    removePasskey: 'Geçiş anahtarını kaldır',
    renameLabel: 'Yeniden adlandır: {name}',
    removeLabel: 'Kaldır: {name}',
    cancel: 'Vazgeç',
    unavailable:
      'Geçiş anahtarı eklemek için JavaScript ve geçiş anahtarlarını destekleyen bir tarayıcı gerekir.',
    signInText:
      'Oturum açmanızın üzerinden bir süre geçti. Yeniden oturum açın, ardından geçiş anahtarını ekleyin.',
    setPassword: 'Parola belirle',
  },
  notices: {
    passkey_added: 'Geçiş anahtarı eklendi.',
    passkey_renamed: 'Geçiş anahtarının adı değiştirildi.',
    passkey_removed: 'Geçiş anahtarı kaldırıldı.',
    passkey_proved: 'Kimliğiniz doğrulandı. Değişikliği şimdi yapabilirsiniz.',
  },
  confirm: {
    title: 'Kimliğinizi doğrulayın',
    lead: 'Geçiş anahtarlarınızdan birini kullanın. Sonraki birkaç dakika boyunca parolanız sorulmaz.',
    back: 'Geri dön',
    unavailable: 'Bunun için JavaScript ve geçiş anahtarlarını destekleyen bir tarayıcı gerekir.',
  },
  offer: {
    title: 'Bir dahaki sefere daha hızlı oturum açın',
    text: 'Parolanız yerine parmak iziniz, yüzünüz veya ekran kilidinizle oturum açmak için bir geçiş anahtarı oluşturun.',
    accept: 'Geçiş anahtarı oluştur',
    dismiss: 'Şimdi değil',
  },
}
