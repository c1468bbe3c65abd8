import { expect, it, vi } from 'vitest'
import { discardCodesTo } from '@/lib/accounts/sign-in-code.store'
import { discardSignInsOf } from '@/lib/accounts/unproven-sign-in.store'
import { db, type Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

/** The plan of each statement that `run` executes. */
async function plansOf(run: (tx: Tx) => Promise<void>): Promise<string[]> {
  const sent = vi.spyOn(db(), '$executeRaw')
  await run(db())
  const calls = sent.mock.calls
  sent.mockRestore()
  return db().$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`
    const plans: string[] = []
    for (const [text, ...values] of calls) {
      const parts = text as TemplateStringsArray
      const sql = parts.reduce((before, part, n) => `${before}$${n}${part}`)
      plans.push(JSON.stringify(await tx.$queryRawUnsafe(`EXPLAIN ${sql}`, ...values)))
    }
    return plans
  })
}

it('finds the sign-ins that a deactivation ends by an index', async () => {
  const addresses = ['ada@example.org']
  expect(await plansOf((tx) => discardCodesTo(tx, addresses))).toEqual([
    expect.stringContaining('sign_in_codes_email_idx'),
  ])
  expect(await plansOf((tx) => discardSignInsOf(tx, { userId: newId(), addresses }))).toEqual([
    expect.stringContaining('unproven_sign_ins_email_idx'),
    expect.stringContaining('unproven_sign_ins_provider_subject_browser_hash_key'),
  ])
})
