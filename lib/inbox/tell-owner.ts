import { isIP } from 'node:net'
import { createInboxItems } from '@/lib/inbox/create-inbox-items'
import type { InboxParams } from '@/lib/inbox/inbox-params'
import { securityContent, type SecurityEvent } from '@/lib/inbox/security-content'
import { describeDevice } from '@/lib/mail/describe-device'
import { queueMail, type MailRequest } from '@/lib/mail/queue-mail'
import { queueNotice } from '@/lib/sms/queue-sms'
import type { Tx } from '@/lib/platform/db/database'

/** The mails about an account that its owner finds in the inbox as well. */
type SecurityNotice = Extract<MailRequest, { mail: SecurityEvent }>

/**
 * Tells the owner of an account what happened to it, by mail, in the inbox, and by text message if they want that, if and only if `tx`
 * commits. `formerPhone`: the confirmed number they have just lost, which gets the text message.
 */
export async function tellOwner(
  tx: Tx,
  notice: SecurityNotice,
  now: Date,
  formerPhone: string | null = null,
): Promise<void> {
  const { mail, userId } = notice
  await queueMail(tx, notice, now)
  const content = securityContent(mail, {
    ...seenFrom(notice),
    ...('codesLeft' in notice ? { codes_left: notice.codesLeft } : {}),
    ...('provider' in notice ? { provider: notice.provider } : {}),
  })
  await createInboxItems(tx, [{ userId, ...content }], now)
  await queueNotice(tx, { userId, event: mail, formerPhone }, now)
}

/** From where something was done, as far as it is known. Of the User-Agent only known names: a stranger could write a lure there. */
export function seenFrom({ ip, device }: { ip?: string | null; device?: string | null }): InboxParams {
  const name = device && describeDevice(device)
  return { ...(ip && isIP(ip) ? { ip } : {}), ...(name ? { device: name } : {}) }
}
