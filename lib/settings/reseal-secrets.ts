import { recordAudit } from '@/lib/audit/record-audit'
import { resealedSecret } from '@/lib/identity/mfa/seal-secret'
import { resealedSigningKey } from '@/lib/identity/sessions/stored-signing-keys'
import { resealedWebhookSecret } from '@/lib/messaging/webhooks/webhook-secret'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Actor, RequestContext } from '@/lib/platform/request-context'
import {
  listSealed,
  replaceSealed,
  SEALED_KINDS,
  type SealedKind,
  type SealedSecret,
} from '@/lib/settings/resealing.store'
import { resealedSetting } from '@/lib/settings/stored-values'

const BATCH = 100
/** Rows that change while they are resealed are read again; more often than this they cannot. */
const PASSES = 5

type Reseal = (sealed: Uint8Array, id: string) => Buffer<ArrayBuffer> | null

const RESEAL: Record<SealedKind, Reseal> = {
  factors: (sealed, userId) => resealedSecret(sealed, { userId, purpose: 'mfa_factor' }),
  enrollments: (sealed, userId) => resealedSecret(sealed, { userId, purpose: 'mfa_enrolment' }),
  settings: resealedSetting,
  signing_keys: resealedSigningKey,
  webhooks: resealedWebhookSecret,
  previous_webhook_secrets: resealedWebhookSecret,
}

export interface Resealing {
  /** How many secrets are now sealed under the present key. */
  resealed: number
  /** Secrets that no configured key decrypts. They were not changed. */
  unreadable: { kind: SealedKind; id: string }[]
}

/**
 * Seals everything that a previous AUTH_MFA_ENCRYPTION_KEY sealed under the present one, in short
 * transactions. It can be interrupted and repeated, and runs beside the service: a secret that
 * changes meanwhile is never overwritten by its former value.
 */
export async function resealSecrets(
  actor: Pick<Actor, 'userId'>,
  ctx: RequestContext,
): Promise<Resealing> {
  const done: Resealing = { resealed: 0, unreadable: [] }
  for (let pass = 1; pass <= PASSES; pass++) {
    done.unreadable = []
    let changed = 0
    for (const kind of SEALED_KINDS) changed += await resealKind(kind, done)
    if (changed === 0) break
  }
  await recordAudit(db(), ctx, {
    action: 'secrets.resealed',
    outcome: 'ok',
    actorId: actor.userId,
    details: { resealed: done.resealed, unreadable: done.unreadable.length },
  })
  return done
}

/** Returns how many rows changed before they could be replaced. */
async function resealKind(kind: SealedKind, done: Resealing): Promise<number> {
  let after = ''
  let changed = 0
  for (;;) {
    const rows = await listSealed(db(), kind, { after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return changed
    after = last.id
    const outdated = rows.flatMap((row) => withNewSeal(kind, row, done))
    const replaced = await inTransaction(async (tx) => {
      let count = 0
      for (const row of outdated) if (await replaceSealed(tx, kind, row)) count += 1
      return count
    })
    done.resealed += replaced
    changed += outdated.length - replaced
  }
}

/** Whether a configured key, present or previous, decrypts a secret. */
export function isReadable(kind: SealedKind, { id, sealed }: SealedSecret): boolean {
  try {
    RESEAL[kind](sealed, id)
    return true
  } catch {
    return false
  }
}

function withNewSeal(kind: SealedKind, { id, sealed }: SealedSecret, done: Resealing) {
  try {
    const to = RESEAL[kind](sealed, id)
    return to ? [{ id, from: sealed, to }] : []
  } catch {
    done.unreadable.push({ kind, id })
    return []
  }
}
