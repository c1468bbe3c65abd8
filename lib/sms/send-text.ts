import { db } from '@/lib/platform/db/database'
import { recordProviderError, recordProviderSuccess } from '@/lib/settings/provider-health.store'
import { hasOptedOut, optOut } from '@/lib/sms/opt-out.store'
import { maskPhone } from '@/lib/sms/phone-number'
import { measureText } from '@/lib/sms/segments'
import { insertText, noteNotTaken, noteTaken, type TextKind } from '@/lib/sms/sms-message.store'
import { SmsError, type TakenText, type TextMessage } from '@/lib/sms/sms-port'
import { textSender } from '@/lib/sms/text-sender'

/**
 * Sends one message about an account and keeps on record what became of it. Throws while another try can help. A number whose owner
 * replied STOP gets nothing.
 */
export async function sendText(
  message: TextMessage & { kind: TextKind; userId: string | null },
  now: Date,
): Promise<void> {
  const { id, kind, userId, to, text } = message
  const about = { id, recipient: maskPhone(to), segments: measureText(text).segments, now }
  await insertText(db(), { ...about, kind, userId })
  if (await hasOptedOut(db(), to))
    return noteNotTaken(db(), { id, status: 'opted_out', errorCode: null, now })
  try {
    const taken = await handOver({ id, to, text }, now)
    await noteTaken(db(), { ...about, ...taken })
  } catch (error) {
    if (!(error instanceof SmsError) || error.kind === 'temporary') throw error
    const status = error.kind === 'opted_out' ? 'opted_out' : 'failed'
    await noteNotTaken(db(), { id, status, errorCode: error.code, now })
  }
}

/** Hands a message to the provider. What the provider knows of a number that opted out is kept here as well. */
export async function handOver(message: TextMessage, now: Date): Promise<TakenText> {
  try {
    const taken = await textSender().send(message)
    await recordProviderSuccess('sms')
    return taken
  } catch (error) {
    if (!(error instanceof SmsError)) throw error
    if (error.kind === 'opted_out') await optOut(db(), message.to, now)
    // What is wrong with one number says nothing about the provider.
    if (error.kind === 'temporary') await recordProviderError('sms', error.message)
    throw error
  }
}
