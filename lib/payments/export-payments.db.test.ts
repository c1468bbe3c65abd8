import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createPayment } from '@/lib/payments/create-payment'
import { isStillAuthorized } from '@/lib/identity/still-authorized'
import { exportPayments } from '@/lib/payments/export-payments'
import type { PaymentFilters } from '@/lib/payments/payments.schemas'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { makeSession } from '@/tests/kit/make-user'
import { usePaymentStage } from '@/tests/kit/payment-stages'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
usePaymentStage('simulator')
beforeAll(() => syncCatalog(new Date()))

async function signedIn(...permissions: Parameters<typeof holderOf>): Promise<SessionPrincipal> {
  const holder = await holderOf(...permissions)
  const { sessionId } = await makeSession(holder.userId, ctx())
  return { ...holder, sessionId }
}

async function charge(by: SessionPrincipal, currency: string, amount: number): Promise<string> {
  const card = { paymentMethodToken: 'sim_frictionless', returnUrl: 'http://localhost:3000/' }
  const made = await createPayment(
    by,
    { amount, currency, ...card, idempotencyKey: newId() },
    ctx(),
  )
  if (!made.ok) throw new Error(made.code)
  return made.payment.id
}

async function linesOf(by: SessionPrincipal, filters: PaymentFilters = {}): Promise<string[]> {
  const { chunks, contentType } = await exportPayments(by, filters, ctx(), isStillAuthorized)
  expect(contentType).toMatch(/^text\/csv/)
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text.trim().split('\r\n')
}

it('the export has the payments its user may see, filtered, as decimal amounts, and is audited', async () => {
  const owner = await signedIn('payments:charge')
  const other = await signedIn('payments:charge')
  const lister = await signedIn('payments:list')
  const mine = await charge(owner, 'KWD', 1050)
  await charge(owner, 'EUR', 5)
  await charge(other, 'EUR', 6)
  expect(await linesOf(owner)).toHaveLength(3)
  const [header, line] = await linesOf(owner, { currency: 'KWD' })
  expect(header).toMatch(/^"id","user_id","status","amount",/)
  expect(line).toContain(
    `"${mine}","${owner.userId}","succeeded","1.050","1.050","0.000","KWD","simulator","",`,
  )
  expect(await linesOf(lister)).toHaveLength(4)
  expect(await linesOf(lister, { status: 'failed' })).toHaveLength(1)
  const record = await db().auditRecord.findFirstOrThrow({ where: { actorId: lister.userId } })
  expect(record).toMatchObject({ action: 'payments.exported', details: { surface: 'api' } })
})

it('a cell with text from the provider cannot become a formula', async () => {
  const owner = await signedIn('payments:charge')
  const id = await charge(owner, 'EUR', 5)
  await db().payment.update({
    where: { id },
    data: { failureCode: '=HYPERLINK("https://evil.example")' },
  })
  const [, line] = await linesOf(owner)
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
})

it('an export stops when its session ends', async () => {
  const owner = await signedIn('payments:charge')
  await charge(owner, 'EUR', 5)
  await expect(linesOf({ ...owner, sessionId: newId() })).rejects.toThrow()
})
