import { z } from 'zod'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'
import { securityNotice } from '@/lib/messaging/mail/mails/security-notice'

/** Emails about administrators who view the service as a user. */
export const impersonationMails = [
  defineMail({
    kind: 'impersonation_started',
    ...securityNotice,
    link: { path: '/dashboard/account/sessions' },
    data: notice.extend({
      administrator: z.string(),
      /** Lets the administrator's erasure find notices that name them. */
      administratorId: z.uuid(),
      reason: z.string().optional(),
    }),
    details: {
      administrator: { label: { en: 'Administrator', tr: 'Yönetici' }, sample: 'Ada Lovelace' },
      reason: {
        label: { en: 'Reason', tr: 'Gerekçe' },
        sample: 'Ticket 4711: the invoices page is empty',
        absent: { en: 'none given', tr: 'belirtilmedi' },
      },
    },
    accounts: ['active'],
    texts: {
      en: {
        name: 'Account viewed by an administrator',
        subject: 'An administrator is viewing your account',
        before: [
          'An administrator has started to view {host} as you: they see what you can see, for at most 30 minutes. They can’t change anything, and they can’t see your password.',
        ],
        button: 'Show sessions',
        after: [
          'To stop it, sign out its session under “Sessions”. If you didn’t expect it, contact the administrator of {host}.',
        ],
        why: 'You’re receiving this email because it concerns the security of your account at {host}.',
      },
      tr: {
        name: 'Hesap bir yönetici tarafından görüntülendi',
        subject: 'Hesabınız bir yönetici tarafından görüntüleniyor',
        before: [
          '{host} hizmeti, bir yönetici tarafından sizin hesabınızla görüntüleniyor. Yönetici, en fazla 30 dakika boyunca sizin gördüklerinizi görebilir; hiçbir şeyi değiştiremez ve parolanızı göremez.',
        ],
        button: 'Oturumları göster',
        after: [
          'Bunu durdurmak için “Oturumlar” sayfasında ilgili oturumu kapatın. Bundan haberiniz yoksa {host} yöneticisine başvurun.',
        ],
        why: 'Bu e-posta, {host} hesabınızın güvenliğiyle ilgili olduğu için size gönderildi.',
      },
    },
    inbox: {
      href: '/dashboard/account/sessions',
      texts: {
        en: {
          title: '{administrator} is viewing your account',
          body: 'Reason: {reason}. It ends within 30 minutes. The administrator can’t change anything.',
        },
        tr: {
          title: 'Hesabınızı görüntüleyen yönetici: {administrator}',
          body: 'Gerekçe: {reason}. En geç 30 dakika içinde sona erer. Yönetici hiçbir şeyi değiştiremez.',
        },
      },
      sms: {
        en: 'An administrator is viewing your account.',
        tr: 'Hesabınız bir yönetici tarafından görüntüleniyor.',
      },
    },
  }),
] as const
