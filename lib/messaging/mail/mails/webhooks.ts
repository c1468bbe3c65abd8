import { z } from 'zod'
import { defineMail, notice } from '@/lib/messaging/mail/define-mail'

/** Emails to the administrators who manage webhooks. */
export const webhookMails = [
  defineMail({
    kind: 'webhook_disabled',
    data: notice.extend({ target: z.string() }),
    details: {
      target: { label: { en: 'Webhook', tr: 'Webhook' }, sample: 'hooks.example.org' },
    },
    accounts: ['active'],
    link: { path: '/dashboard/webhooks' },
    facts: true,
    once: false,
    texts: {
      en: {
        name: 'Webhook disabled',
        subject: 'A webhook was disabled: {target}',
        before: [
          '{host} has disabled the webhook to {target}: every delivery failed for 3 days, or the receiver responded with 410 Gone. Events are no longer sent to it.',
          'Check the receiver, then enable the webhook again. On its page, you can send undelivered events again.',
        ],
        button: 'Open webhooks',
        after: [],
        why: 'You’re receiving this email because you can manage the settings of {host}.',
      },
      tr: {
        name: 'Webhook devre dışı bırakıldı',
        subject: 'Bir webhook devre dışı bırakıldı: {target}',
        before: [
          '{host}, {target} adresine giden webhook’u devre dışı bıraktı: 3 gün boyunca tüm gönderimler başarısız oldu veya alıcı 410 Gone yanıtı verdi. Olaylar artık bu adrese gönderilmiyor.',
          'Alıcıyı kontrol edin, ardından webhook’u yeniden etkinleştirin. Teslim edilemeyen olayları webhook’un sayfasından yeniden gönderebilirsiniz.',
        ],
        button: 'Webhook’ları aç',
        after: [],
        why: 'Bu e-postayı, {host} ayarlarını yönetebildiğiniz için aldınız.',
      },
    },
    inbox: {
      href: '/dashboard/webhooks',
      sms: null,
      texts: {
        en: {
          title: 'A webhook was disabled: {target}',
          body: 'Every delivery failed for 3 days, or the receiver responded with 410 Gone. Check it, then enable the webhook again.',
        },
        tr: {
          title: 'Bir webhook devre dışı bırakıldı: {target}',
          body: '3 gün boyunca tüm gönderimler başarısız oldu veya alıcı 410 Gone yanıtı verdi. Alıcıyı kontrol edin, ardından webhook’u yeniden etkinleştirin.',
        },
      },
    },
  }),
] as const
