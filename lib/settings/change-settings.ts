import { administer } from '@/lib/access/administer'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { checkRecentSignIn } from '@/lib/identity/sign-in/reauthenticate'
import { mailer } from '@/lib/messaging/mail/mailer'
import { publish } from '@/lib/platform/bus/bus'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import { db, type Tx } from '@/lib/platform/db/database'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { can, type SessionPrincipal, type RequestContext } from '@/lib/platform/request-context'
import { queueMailSettingsNotice } from '@/lib/settings/settings.jobs'
import { warnThroughFormerSender } from '@/lib/settings/warn-former-sender'
import type { SettingInput } from '@/lib/settings/setting-values'
import {
  type AreaState,
  readArea,
  type SettingsArea,
  type TestResult,
} from '@/lib/settings/settings-area'
import { countAreaChange, lockAreaForUpdate } from '@/lib/settings/stored-settings.store'

/** A password instead of a recent sign-in; API clients sign in again. */
interface ReauthInput {
  password?: string | undefined
}

/** Like changeSettings, after re-authentication. */
export async function manageSettings(
  actor: SessionPrincipal,
  area: SettingsArea,
  { password, ...change }: SettingsChange & ReauthInput,
  ctx: RequestContext,
): Promise<Outcome<{ state: AreaState }>> {
  const refusal = await checkSettingsProof(actor, password, ctx)
  return refusal ?? changeSettings(actor, area, change, ctx)
}

/**
 * Tests what an area configures, after re-authentication. Refuses `not_found` for an area without a
 * test. A provider's refusal is a test result, not a refusal.
 */
export async function testSettings(
  actor: SessionPrincipal,
  area: SettingsArea,
  { password, to, name }: { to?: string | undefined; name?: string | undefined } & ReauthInput,
  ctx: RequestContext,
): Promise<Outcome<TestResult>> {
  if (!can(actor, area.permission))
    return refuse('insufficient_permission', { requiredPermission: area.permission })
  const refusal = await checkSettingsProof(actor, password, ctx)
  if (refusal) return refusal
  if (!area.test) return refuse('not_found')
  const result = await area.test({ to, name, actor }, ctx)
  if (result.ok)
    await recordAudit(db(), ctx, {
      action: 'settings.tested',
      outcome: 'ok',
      actorId: actor.userId,
      targetId: area.name,
      details: { passed: result.passed },
    })
  return result
}

/** Refuses `reauthentication_required` without a recent sign-in or the password. */
export const checkSettingsProof = (
  actor: SessionPrincipal,
  password: string | undefined,
  ctx: RequestContext,
) => checkRecentSignIn(actor, { password, refusedAction: 'settings.proof_refused' }, ctx)

interface SettingsChange {
  values: Readonly<Record<string, SettingInput>>
  versions: AcceptedVersions
}

/**
 * Stores some settings of an area, all or none. They are in force here when this returns, and on
 * every instance within a second. Refuses `precondition_failed` if another change came first, and
 * `validation_failed` for names that are unknown or set by the environment, and for invalid values.
 * Settings that already have these values are not written.
 */
export async function changeSettings(
  actor: SessionPrincipal,
  area: SettingsArea,
  { values, versions }: SettingsChange,
  ctx: RequestContext,
): Promise<Outcome<{ state: AreaState }>> {
  const audit = {
    action: 'settings.changed',
    targetId: area.name,
    details: { names: Object.keys(values).slice(0, 100) },
  } satisfies AuditAttempt
  const former = area.decidesMail === 'sender' ? mailer() : null
  const changed = await administer(
    ctx,
    { actor, permission: area.permission, audit },
    async (tx) => {
      const version = await lockAreaForUpdate(tx, area.name)
      const stale = checkVersion({ version }, versions)
      if (stale) return stale
      const result = await area.change(tx, values, ctx, actor)
      if (!result.ok) return result
      const { before, after, areas = [] } = result.change
      if (Object.keys(after).length === 0) return { ok: true, isNew: false }
      await countAreaChange(tx, area.name)
      for (const other of new Set(areas)) if (other !== area.name) await countOther(tx, other)
      await area.onChange?.(tx, result.change, ctx)
      await publish(tx, { type: 'settings.changed' })
      if (area.decidesMail) await queueMailSettingsNotice(tx, ctx)
      const about = { actorId: actor.userId, targetId: area.name }
      await recordAudit(tx, ctx, {
        action: 'settings.changed',
        outcome: 'ok',
        ...about,
        details: { before, after },
      })
      return { ok: true, isNew: true }
    },
  )
  if (!changed.ok) return changed
  // Not awaited, because a mail server may be slow.
  if (former && changed.isNew) void warnThroughFormerSender(former, ctx)
  return { ok: true, state: await readArea(area) }
}

/** Invalidates the versions of an area that the change of another one affected. */
async function countOther(tx: Tx, area: string): Promise<void> {
  await lockAreaForUpdate(tx, area)
  await countAreaChange(tx, area)
}
