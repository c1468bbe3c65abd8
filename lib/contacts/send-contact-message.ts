import { requireHuman } from '@/lib/bot-check/require-human'
import { queueContactNews } from '@/lib/contacts/contact-jobs'
import { insertContact } from '@/lib/contacts/contacts.store'
import { publishPatch } from '@/lib/live/publish-live'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

interface ContactInput {
  name: string
  email: string
  subject: string
  message: string
  botcheckToken?: string | undefined
}

/**
 * Keeps what somebody wrote by the contact form, and has those told who may read it; the many of them are the job worker's. The
 * address is not verified: nothing is sent to it.
 */
export async function sendContactMessage(
  { botcheckToken, ...contact }: ContactInput,
  ctx: RequestContext,
): Promise<Outcome> {
  const notHuman = await requireHuman({ token: botcheckToken, action: 'contact' }, ctx)
  if (notHuman) return notHuman
  await inTransaction(async (tx) => {
    const id = newId()
    await insertContact(tx, { id, ...contact, ip: ctx.ip, createdAt: ctx.now })
    await queueContactNews(tx, { contactId: id, after: null }, ctx.now)
    await publishPatch(tx, { permission: 'contacts:list' }, { target: 'contacts', op: 'invalidate' })
  })
  return { ok: true }
}
