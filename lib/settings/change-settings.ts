import { mailer } from '@/lib/mail/mailer'
import { publish } from '@/lib/platform/bus/bus'
import { recordAudit } from '@/lib/audit/record-audit'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { administer } from '@/lib/rbac/administer'
import { readArea, type AreaState } from '@/lib/settings/read-area'
import type { SettingInput } from '@/lib/settings/setting-values'
import type { SettingsArea } from '@/lib/settings/settings-area'
import { queueMailSettingsNews } from '@/lib/settings/setting-jobs'
import { warnByFormerSender } from '@/lib/settings/warn-by-former-sender'
import { countAreaChange, holdArea } from '@/lib/settings/stored-settings.store'

export interface SettingsChange {
  values: Readonly<Record<string, SettingInput>>
  /** The versions of the area that the change may be made to; null: any. */
  versions: readonly number[] | null
}

/**
 * Stores some settings of an area, all or none; in force here when it returns and on every instance within a second. Refuses
 * `precondition_failed` when somebody was faster, and `validation_failed` for names that are unknown or that the environment
 * decides, and for values that do not fit. What is already as wanted is answered without a write.
 */
export async function changeSettings(
  actor: Principal,
  area: SettingsArea,
  { values, versions }: SettingsChange,
  ctx: RequestContext,
): Promise<Outcome<{ state: AreaState }>> {
  const audit = {
    action: 'settings.changed',
    targetType: 'settings',
    targetId: area.name,
    details: { names: Object.keys(values).slice(0, 100) },
  }
  const former = area.decidesMail === 'sender' ? mailer() : null
  const changed = await administer(ctx, { actor, permission: area.permission, audit }, async (tx) => {
    const version = await holdArea(tx, area.name)
    if (versions && !versions.includes(version)) return refuse('precondition_failed')
    const result = await area.change(tx, values, ctx, actor)
    if (!result.ok) return result
    const { before, after } = result.change
    if (Object.keys(after).length === 0) return { ok: true, isNew: false }
    await countAreaChange(tx, area.name)
    await publish(tx, { type: 'settings.changed' })
    if (area.decidesMail) await queueMailSettingsNews(tx, ctx)
    const about = { actorId: actor.userId, targetType: 'settings', targetId: area.name }
    await recordAudit(tx, ctx, {
      action: 'settings.changed',
      outcome: 'ok',
      ...about,
      details: { before, after },
    })
    return { ok: true, isNew: true }
  })
  if (!changed.ok) return changed
  // Not waited for: a mail server may take its time.
  if (former && changed.isNew) void warnByFormerSender(former, ctx)
  return { ok: true, state: await readArea(area) }
}
