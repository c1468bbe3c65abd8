import type { z } from 'zod'
import { accessActions } from '@/lib/audit/actions/access'
import { accountActions } from '@/lib/audit/actions/account'
import { apiKeyActions } from '@/lib/audit/actions/api-keys'
import { bulkActions } from '@/lib/audit/actions/bulk'
import {
  type AuditActionDeclaration,
  type AuditTarget,
  auditTargets,
} from '@/lib/audit/actions/declare-actions'
import { impersonationActions } from '@/lib/audit/actions/impersonation'
import { messagingActions } from '@/lib/audit/actions/messaging'
import { passkeyActions } from '@/lib/audit/actions/passkeys'
import { paymentActions } from '@/lib/audit/actions/payments'
import { profileFieldActions } from '@/lib/audit/actions/profile-fields'
import { registrationActions } from '@/lib/audit/actions/registration'
import { serviceActions } from '@/lib/audit/actions/service'
import { sessionActions } from '@/lib/audit/actions/sessions'
import { twoStepActions } from '@/lib/audit/actions/two-step'
import { userActions } from '@/lib/audit/actions/users'
import { webhookActions } from '@/lib/audit/actions/webhooks'
import type { AuditOutcome } from '@/lib/audit/audit.schemas'
import type { Locale } from '@/lib/i18n/locale'
import { ownValue } from '@/lib/platform/own-value'

/** Every action that the service records. Stored records may have others, from older versions. */
export const auditActions = {
  ...sessionActions,
  ...twoStepActions,
  ...passkeyActions,
  ...registrationActions,
  ...accountActions,
  ...userActions,
  ...impersonationActions,
  ...bulkActions,
  ...accessActions,
  ...apiKeyActions,
  ...messagingActions,
  ...paymentActions,
  ...serviceActions,
  ...profileFieldActions,
  ...webhookActions,
}

type Actions = typeof auditActions

export type AuditAction = keyof Actions

/** The actions that can have this outcome. */
export type ActionWith<O extends AuditOutcome> = {
  [A in AuditAction]: O extends keyof Actions[A] ? A : never
}[AuditAction]

/**
 * The details of an action with this outcome, without `surface`, which every record has, and
 * `api_key_id` or `on_behalf_of`, which those of an API key or an impersonation have.
 */
export type AuditDetails<A extends ActionWith<O>, O extends AuditOutcome = 'ok'> = A extends unknown
  ? Actions[A] extends Readonly<Record<O, infer Shape extends z.ZodRawShape>>
    ? z.input<z.ZodObject<Shape>>
    : never
  : never

type DetailsPart<D> =
  D extends Record<string, never>
    ? { details?: Record<string, never> }
    : object extends D
      ? { details?: D }
      : { details: D }

type TargetPart<A extends AuditAction> = Actions[A]['target'] extends AuditTarget
  ? { targetId?: string | null }
  : { targetId?: never }

type EntryWith<A extends AuditAction, O extends AuditOutcome> =
  A extends ActionWith<O>
    ? { action: A; outcome: O; actorId?: string | null } & TargetPart<A> &
        DetailsPart<AuditDetails<A, O>>
    : never

/** An action as it is recorded: exactly what its declaration says. */
export type AuditEntry<
  A extends AuditAction = AuditAction,
  O extends AuditOutcome = AuditOutcome,
> = O extends unknown ? EntryWith<A, O> : never

/** A success without the actor and the target, which a helper adds. */
export type AuditSuccess<A extends ActionWith<'ok'>> = A extends unknown
  ? { action: A; details: AuditDetails<A> }
  : never

type AttemptAt<A extends ActionWith<'refused'>> = A extends unknown
  ? AuditDetails<A, 'refused'> extends { reason: string }
    ? { action: A } & TargetPart<A> & DetailsPart<Omit<AuditDetails<A, 'refused'>, 'reason'>>
    : never
  : never

/** The record of a refusal, before its reason is known. */
export type AuditAttempt = AttemptAt<ActionWith<'refused'>>

/** The record of a refused attempt. */
export function refusalOf(
  attempt: AuditAttempt,
  reason: string,
  actorId: string | null,
): AuditEntry {
  const details = { ...attempt.details, reason }
  // The compiler cannot check a union of all actions, but `AuditAttempt` lacks only these fields.
  return { ...attempt, outcome: 'refused', actorId, details } as AuditEntry
}

const declarations: Readonly<Record<string, AuditActionDeclaration>> = auditActions

/** The declaration of an action; null for one of an older version. */
export function findAuditAction(action: string): AuditActionDeclaration | null {
  return ownValue(declarations, action) ?? null
}

/** Every action with its label, ordered by name. */
export function listAuditActions(locale: Locale): { action: string; label: string }[] {
  return Object.keys(declarations)
    .sort()
    .map((action) => ({ action, label: declarations[action]!.label[locale] }))
}

/** The label of an action, or the action itself if it is unknown. */
export function auditActionLabel(action: string, locale: Locale): string {
  return findAuditAction(action)?.label[locale] ?? action
}

/** The label of a kind of target, or the kind itself if it is unknown. */
export function auditTargetLabel(type: string, locale: Locale): string {
  return ownValue<Record<Locale, string>>(auditTargets, type)?.[locale] ?? type
}

/**
 * The fixed columns of a record that an SQL statement writes itself. They contain no quotes, so a
 * statement may contain them as text.
 */
export function auditColumns<A extends ActionWith<'ok'>>(
  action: A,
): { action: A; outcome: 'ok'; targetType: AuditTarget | null } {
  return { action, outcome: 'ok', targetType: declarations[action]!.target }
}
