import type { Messages } from '@/lib/i18n/en'

export const notifications: Messages['notifications'] = {
  mail: {
    button: 'Aç',
    optOut: 'Duyuruları e-postayla almak istemiyor musunuz? Hesabınızdan kapatabilirsiniz: {url}',
    why: 'Bu e-postayı, {host} üzerinde bir hesabınız olduğu için aldınız.',
  },
  toast: {
    sent: '“{title}” gönderildi',
    stopped: '“{title}” durduruldu',
    reached: '{delivered} / {total} alıcıya ulaştı.',
    open: 'Göster',
  },
}
