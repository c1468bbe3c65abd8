import { recordAudit } from '@/lib/audit/record-audit'
import { proveRecently } from '@/lib/auth/recent-proof'
import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { can } from '@/lib/rbac/can'
import { changeSettings, type SettingsChange } from '@/lib/settings/change-settings'
import type { AreaState } from '@/lib/settings/read-area'
import type { SettingsArea, TestResult } from '@/lib/settings/settings-area'

/** A password instead of a recent sign-in; clients of the API sign in again. */
interface Proven {
  password?: string | undefined
}

/** As changeSettings, for somebody who gave a credential just now. */
export async function manageSettings(
  actor: Principal,
  area: SettingsArea,
  { password, ...change }: SettingsChange & Proven,
  ctx: RequestContext,
): Promise<Outcome<{ state: AreaState }>> {
  const proven = await prove(actor, password, ctx)
  return proven.ok ? changeSettings(actor, area, change, ctx) : proven
}

/**
 * Tries what an area configures, for somebody who gave a credential just now. Refuses `not_found` where there is nothing to
 * try; a provider that says no is an answer and no refusal.
 */
export async function testSettings(
  actor: Principal,
  area: SettingsArea,
  { password, to, name }: { to?: string | undefined; name?: string | undefined } & Proven,
  ctx: RequestContext,
): Promise<Outcome<TestResult>> {
  if (!can(actor, area.permission))
    return refuse('insufficient_permission', { requiredPermission: area.permission })
  const proven = await prove(actor, password, ctx)
  if (!proven.ok) return proven
  if (!area.test) return refuse('not_found')
  const result = await area.test({ to, name, actor }, ctx)
  if (result.ok)
    await recordAudit(db(), ctx, {
      action: 'settings.tested',
      outcome: 'ok',
      actorId: actor.userId,
      targetType: 'settings',
      targetId: area.name,
      details: { passed: result.passed },
    })
  return result
}

const prove = (actor: Principal, password: string | undefined, ctx: RequestContext) =>
  proveRecently(actor, { password, refusedAction: 'settings.proof_refused' }, ctx)
