import { type Db, defineStatement, runStatement } from '@/lib/platform/db/database'
import { isUndefined } from '@/lib/platform/db/database-errors'

/** Everything that is sealed under AUTH_MFA_ENCRYPTION_KEY: the column, and the row's key. */
const COLUMNS = {
  factors: ['mfa_factors', 'secret_sealed', 'user_id', 'uuid'],
  enrollments: ['mfa_enrolments', 'secret_sealed', 'user_id', 'uuid'],
  settings: ['stored_settings', 'sealed', 'variable', 'text'],
  signing_keys: ['signing_keys', 'sealed', 'kid', 'text'],
  webhooks: ['webhook_endpoints', 'secret', 'id', 'uuid'],
  previous_webhook_secrets: ['webhook_endpoints', 'previous_secret', 'id', 'uuid'],
} as const

export type SealedKind = keyof typeof COLUMNS
export const SEALED_KINDS = Object.keys(COLUMNS) as SealedKind[]

export interface SealedSecret {
  id: string
  sealed: Uint8Array
}

const statements = Object.fromEntries(
  Object.entries(COLUMNS).map(([kind, [table, column, id, type]]) => [
    kind,
    {
      list: defineStatement<{ after: string; limit: number }>(
        `sealed-${kind}`,
        `SELECT ${id}::text AS id, ${column} AS sealed FROM ${table}
          WHERE ${column} IS NOT NULL AND (:after::text = '' OR ${id} > NULLIF(:after::text, '')::${type})
          ORDER BY ${id} LIMIT :limit::int`,
      ),
      ends: defineStatement<{ limit: number }>(
        `sealed-${kind}-ends`,
        ['ASC', 'DESC']
          .map(
            (order) =>
              `(SELECT t.${id}::text AS id, ${column} AS sealed FROM ${table} t
                WHERE ${column} IS NOT NULL ORDER BY t.${id} ${order} LIMIT :limit::int)`,
          )
          .join(' UNION '),
      ),
      replace: defineStatement<{ id: string; from: Uint8Array; to: Uint8Array }>(
        `reseal-${kind}`,
        `UPDATE ${table} SET ${column} = :to::bytea
          WHERE ${id} = :id::${type} AND ${column} = :from::bytea RETURNING 1 AS done`,
      ),
    },
  ]),
)

/** Sealed secrets of a kind after an ID (empty: from the first), in order of IDs. */
export function listSealed(
  db: Db,
  kind: SealedKind,
  page: { after: string; limit: number },
): Promise<SealedSecret[]> {
  return runStatement(db, statements[kind]!.list, page)
}

/**
 * The first and the last `limit` sealed secrets of a kind, each once. None if the schema is that of
 * an earlier version, which did not have this kind.
 */
export async function listSealedEnds(
  db: Db,
  kind: SealedKind,
  limit: number,
): Promise<SealedSecret[]> {
  try {
    return await runStatement(db, statements[kind]!.ends, { limit })
  } catch (error) {
    if (isUndefined(error)) return []
    throw error
  }
}

/** Replaces a sealed secret unless it has changed. Returns whether it was replaced. */
export async function replaceSealed(
  db: Db,
  kind: SealedKind,
  by: { id: string; from: Uint8Array; to: Uint8Array },
): Promise<boolean> {
  const bytes = { from: new Uint8Array(by.from), to: new Uint8Array(by.to) }
  return (await runStatement(db, statements[kind]!.replace, { id: by.id, ...bytes })).length === 1
}
