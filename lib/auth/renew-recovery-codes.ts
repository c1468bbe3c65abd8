import { reportFactorChange } from '@/lib/auth/report-factor-change'
import { inTurn } from '@/lib/mfa/account-turns'
import { judgeCode } from '@/lib/mfa/judge-code'
import { replaceRecoveryCodes } from '@/lib/mfa/recovery-code.store'
import { newRecoveryCodes } from '@/lib/mfa/recovery-codes'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** Replaces the recovery codes after a code of the second factor; the old ones are dead at once, used or not. */
export function renewRecoveryCodes(
  input: { code: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  return inTurn(principal.userId, () => inTransaction((tx) => renew(tx, input.code, principal.userId, ctx)))
}

async function renew(
  tx: Tx,
  code: string,
  userId: string,
  ctx: RequestContext,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const judged = await judgeCode(tx, { userId, code, during: 'settings' }, ctx)
  if (!judged.ok) return judged
  const { codes, hashes } = newRecoveryCodes()
  await replaceRecoveryCodes(tx, { userId, hashes })
  const details = { factor: judged.factor }
  await reportFactorChange(tx, { change: 'recovery_codes_renewed', userId, details }, ctx)
  return { ok: true, recoveryCodes: codes }
}
