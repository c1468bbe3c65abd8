import { countActiveAdmins, findGrants } from '@/lib/access/grants.store'
import { db } from '@/lib/platform/db/database'
import type { BulkRow } from '@/lib/users/bulk/bulk-action.store'
import type { BulkRefusal } from '@/lib/users/bulk/bulk-kinds'
import { type BulkPerson, readBulkFacts, readBulkPeople } from '@/lib/users/bulk/bulk-user.store'
import {
  type BulkFacts,
  type PredictedOutcome,
  predictOutcomes,
} from '@/lib/users/bulk/predict-outcomes'

/** The predicted outcome of a draft, in numbers. */
export interface BulkPreview {
  changed: number
  unchanged: number
  refused: number
  refusals: { code: BulkRefusal; count: number }[]
  /** How many of the users who would change have an unconfirmed email address. */
  unconfirmed: number
}

/** A preview with the first users who would change and the first who would be refused. */
export interface NamedPreview extends BulkPreview {
  people: { person: BulkPerson; code: BulkRefusal | null }[]
}

type Predicted = BulkFacts & { prediction: PredictedOutcome }

/** Predicts the outcome of a draft. */
export async function previewBulkAction(bulk: BulkRow, now: Date): Promise<BulkPreview> {
  return countOutcomes(await predictAll(bulk, now))
}

/**
 * Predicts the outcome of a draft and names at most `most` users who would change, and as many who
 * would be refused.
 */
export async function previewWithNames(
  bulk: BulkRow,
  most: number,
  now: Date,
): Promise<NamedPreview> {
  const predicted = await predictAll(bulk, now)
  const shown = (['changed', 'refused'] as const).flatMap((outcome) =>
    predicted.filter(({ prediction }) => prediction.outcome === outcome).slice(0, most),
  )
  const known = await readBulkPeople(
    db(),
    shown.map(({ userId }) => userId),
  )
  const people = shown.flatMap(({ userId, prediction }) => {
    const person = known.get(userId)
    return person
      ? [{ person, code: prediction.outcome === 'refused' ? prediction.code : null }]
      : []
  })
  return { ...countOutcomes(predicted), people }
}

async function predictAll(bulk: BulkRow, now: Date): Promise<Predicted[]> {
  const held = await findGrants(db(), bulk.actorId)
  const [facts, admins] = await Promise.all([
    readBulkFacts(db(), bulk, { permissions: [...(held?.permissions ?? [])], now }),
    countActiveAdmins(db()),
  ])
  const about = {
    kind: bulk.kind,
    actorId: bulk.actorId,
    roles: bulk.roleIds.length,
    takesAdmin: bulk.roleNames.includes('admin'),
  }
  const predictions = predictOutcomes(about, facts, admins)
  return facts.map((user, i) => ({ ...user, prediction: predictions[i]! }))
}

function countOutcomes(predicted: readonly Predicted[]): BulkPreview {
  const counts = { changed: 0, unchanged: 0, refused: 0, unconfirmed: 0 }
  const codes = new Map<BulkRefusal, number>()
  for (const { status, awaitsApproval, prediction } of predicted) {
    counts[prediction.outcome] += 1
    if (prediction.outcome === 'refused')
      codes.set(prediction.code, (codes.get(prediction.code) ?? 0) + 1)
    else if (prediction.outcome === 'changed' && status === 'pending' && !awaitsApproval)
      counts.unconfirmed += 1
  }
  return { ...counts, refusals: [...codes].map(([code, count]) => ({ code, count })) }
}
