import type { InboxNotice } from '@/lib/messaging/inbox/inbox.schemas'
import { type InboxMailKind, mailKinds, mailOf } from '@/lib/messaging/mail/mails'

/** Events that are reported in the inbox only. Those that are emailed too declare both at once. */
const withoutMail = {
  new_sign_in: {
    href: '/dashboard/account/sessions',
    texts: {
      en: {
        title: 'Sign-in from a new device',
        body: 'If this wasn’t you, sign out that device and change your password.',
      },
      tr: {
        title: 'Yeni bir cihazda oturum açıldı',
        body: 'Bunu siz yapmadıysanız o oturumu kapatın ve parolanızı değiştirin.',
      },
    },
  },
} as const satisfies Record<string, InboxNotice>

/** An event that is reported to the owner of an account. Its inbox item has the kind `security.<name>`. */
export type SecurityEvent = keyof typeof withoutMail | InboxMailKind

const notices: ReadonlyMap<string, InboxNotice> = new Map([
  ...Object.entries<InboxNotice>(withoutMail),
  ...mailKinds.flatMap((kind): [string, InboxNotice][] => {
    const { inbox } = mailOf(kind)
    return inbox ? [[kind, inbox]] : []
  }),
])

/** The notice of an event, or null if the event is unknown. */
export function findSecurityNotice(event: string): InboxNotice | null {
  return notices.get(event) ?? null
}
