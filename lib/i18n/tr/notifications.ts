import type { Messages } from '@/lib/i18n/en'

export const notifications: Messages['notifications'] = {
  mail: {
    button: 'Aç',
    unsubscribe: 'Bildirimleri e-postayla almak istemiyor musunuz? Abonelikten çıkın: {url}',
    optOut: 'Bildirimleri nasıl alacağınızı hesabınızdan seçebilirsiniz: {url}',
    why: 'Bu e-postayı, {host} üzerinde bir hesabınız olduğu için aldınız.',
  },
  unsubscribe: {
    ask: {
      title: 'Bildirim aboneliğinden çıkılsın mı?',
      text: 'Artık e-postayla bildirim almazsınız. Hesabınızla ilgili e-postalar gelmeye devam eder.',
    },
    button: 'Abonelikten çık',
    done: {
      title: 'Abonelikten çıktınız',
      text: 'Artık e-postayla bildirim almayacaksınız. Bildirimleri hesabınızdan yeniden açabilirsiniz.',
    },
    invalid: {
      title: 'Bu bağlantı geçersiz',
      text: 'Bağlantı eksik olabilir. E-postadaki bağlantıyı yeniden açın ya da bildirimleri hesabınızdan kapatın.',
    },
    preferences: 'Bildirim ayarlarını aç',
  },
  toast: {
    sent: '“{title}” gönderildi',
    stopped: '“{title}” durduruldu',
    reached: '{delivered} / {total} alıcıya ulaştı.',
    open: 'Göster',
  },
}
