import { listKeysOfEnds } from '@/lib/audit/audit-seal.store'
import { knownSealKeys } from '@/lib/audit/seal-macs'
import { settings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { isUndefined } from '@/lib/platform/db/database-errors'
import { isReadable } from '@/lib/settings/reseal-secrets'
import { listSealedEnds, SEALED_KINDS, type SealedKind } from '@/lib/settings/resealing.store'

/**
 * How many of the oldest and of the newest secrets of each kind are decrypted. A wrong key decrypts
 * none of them, and one that was replaced without `keys reseal` not the oldest.
 */
const AT_EACH_END = 50

/** How the configured keys don't fit what the database has. */
export interface KeyFault {
  /** Whether something does not work until it is corrected, such as the sign-in of some users. */
  breaks: boolean
  message: string
}

/**
 * Whether the configured keys decrypt the stored secrets, and verify the audit trail, by a sample
 * of bounded size. Also of a database with the schema of an earlier version, and an empty one.
 */
export async function checkKeys(): Promise<{ examined: number; faults: KeyFault[] }> {
  let examined = 0
  const unreadable: string[] = []
  for (const kind of SEALED_KINDS) {
    const found = await examineKind(kind)
    examined += found.examined
    if (found.unreadable > 0) unreadable.push(`${kind} ${found.unreadable} of ${found.examined}`)
  }
  const faults: KeyFault[] = []
  if (unreadable.length > 0)
    faults.push({
      breaks: true,
      message:
        'Stored secrets cannot be decrypted with AUTH_MFA_ENCRYPTION_KEY ' +
        `(of those examined: ${unreadable.join(', ')}). ${advice()}`,
    })
  if (!(await isTrailVerifiable()))
    faults.push({
      breaks: false,
      message:
        'AUTH_JWT_SECRET is not the one that sealed the audit trail, which cannot be verified. ' +
        'Set that one, or add it to AUTH_JWT_PREVIOUS_SECRETS (AUDIT_PREVIOUS_SECRETS if it leaked).',
    })
  return { examined, faults }
}

async function examineKind(kind: SealedKind) {
  const secrets = await listSealedEnds(db(), kind, AT_EACH_END)
  const unreadable = secrets.filter((secret) => !isReadable(kind, secret)).length
  return { examined: secrets.length, unreadable }
}

function advice(): string {
  const { local, dataDir } = settings()
  const key = 'Set the key of this database, or add it to AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS.'
  return local ? `${key} Without the variable, it is in secrets.json in ${dataDir}.` : key
}

async function isTrailVerifiable(): Promise<boolean> {
  const known = knownSealKeys()
  try {
    return (await listKeysOfEnds(db())).every((key) => known.has(key))
  } catch (error) {
    if (isUndefined(error)) return true
    throw error
  }
}
