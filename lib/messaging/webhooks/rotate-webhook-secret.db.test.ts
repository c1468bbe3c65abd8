import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { recordAudit } from '@/lib/audit/record-audit'
import { deliverWebhook } from '@/lib/messaging/webhooks/deliver-webhooks'
import { rotateWebhookSecret } from '@/lib/messaging/webhooks/manage-webhooks'
import { claimDeliveries } from '@/lib/messaging/webhooks/webhook-delivery.store'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { testContext as ctx } from '@/tests/kit/test-context'
import { makeWebhook, prepareWebhooks } from '@/tests/kit/webhooks'

const { receiver, actor } = prepareWebhooks()

async function rotate(id: string, versions?: readonly number[]) {
  const rotated = await rotateWebhookSecret(actor(), { id, versions }, ctx())
  if (!rotated.ok) throw new Error(rotated.code)
  return rotated
}

/** Which of these secrets the next delivery is signed with. */
async function signing(secrets: readonly string[]): Promise<string[]> {
  const entry = { action: 'user.renamed', outcome: 'ok', targetId: newId(), details: {} } as const
  await recordAudit(db(), ctx(), entry)
  const now = new Date()
  const [claim] = await claimDeliveries(db(), { busy: new Map(), now })
  await deliverWebhook(claim!, () => now)
  const { body, headers } = receiver().requests.at(-1)!
  const isAccepted = (secret: string) => {
    try {
      return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>))
    } catch {
      return false
    }
  }
  return secrets.filter(isAccepted)
}

it('a second rotation ends the earlier secret at once', async () => {
  const { id, secret: first } = await makeWebhook(receiver().url)
  const { secret: second } = await rotate(id)
  const { secret: third } = await rotate(id)
  expect(await signing([first, second, third])).toEqual([second, third])
})

it('a rotation repeated with the same If-Match is refused, and ends no secret', async () => {
  const { id, version, secret: first } = await makeWebhook(receiver().url)
  const { secret: second } = await rotate(id, [version])
  const repeated = await rotateWebhookSecret(actor(), { id, versions: [version] }, ctx())
  expect(repeated).toMatchObject({ ok: false, code: 'precondition_failed' })
  expect(await signing([first, second])).toEqual([first, second])
})
