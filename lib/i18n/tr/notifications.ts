import type { Messages } from '@/lib/i18n/messages'

/** What administrators send to many, in Turkish. */
export const notifications: Messages['notifications'] = {
  mail: {
    button: 'Aç',
    optOut: 'Bu tür iletileri e-postayla almak istemiyor musunuz? Hesabınızda kapatabilirsiniz: {url}',
    why: 'Bu iletiyi, {host} üzerinde bir hesabınız olduğu için aldınız.',
  },
  toast: {
    sent: '“{title}” gönderildi',
    stopped: '“{title}” durduruldu',
    reached: '{total} kişiden {delivered} kişiye ulaştı.',
    open: 'Göster',
  },
}
