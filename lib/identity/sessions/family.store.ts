import { timeForDatabase } from '@/lib/platform/clock'
import { type Db, defineStatement, runStatement } from '@/lib/platform/db/database'
import { databaseTime } from '@/lib/platform/db/database-time'
import type { Surface } from '@/lib/platform/request-context'

/** A session family with its owner, as needed for rotation and presentation. */
export interface FamilyRow {
  id: string
  userId: string
  surface: Surface
  deviceId: Uint8Array
  deviceHash: Uint8Array
  generation: number
  /**
   * The generation that began with the latest password change; tokens of earlier ones are refused.
   */
  credentialGeneration: number
  presentedGeneration: number
  jtiKey: Uint8Array
  amr: string[]
  authTime: Date
  createdAt: Date
  /** By the clock of the database. */
  rotatedAt: Date | null
  secondsSinceRotation: number | null
  rotationKeyHash: Uint8Array | null
  rotationKeyUsable: boolean
  expiresAt: Date
  maxExpiresAt: Date
  revokedAt: Date | null
  /** The administrator who views the service as the owner in this session. */
  impersonatedById: string | null
  user: {
    email: string
    name: string | null
    emailVerifiedAt: Date | null
    mfaEnabledAt: Date | null
    status: string
    roles: string[]
  }
}

type FoundRow = Omit<FamilyRow, 'user'> & FamilyRow['user']

/** Plan: primary key lookups. */
const FIND = defineStatement<{ id: string; at: Date | null }>(
  'find-family',
  `
    SELECT f.id, f.user_id AS "userId", f.surface::text AS surface, f.device_id AS "deviceId",
      f.device_hash AS "deviceHash", f.generation, f.credential_generation AS "credentialGeneration",
      f.presented_generation AS "presentedGeneration", f.jti_key AS "jtiKey", f.amr, f.auth_time AS "authTime",
      f.created_at AS "createdAt", f.rotated_at AS "rotatedAt",
      EXTRACT(EPOCH FROM ${databaseTime(':at')} - f.rotated_at)::float8 AS "secondsSinceRotation",
      f.rotation_key_hash AS "rotationKeyHash", f.rotation_key_usable AS "rotationKeyUsable",
      f.expires_at AS "expiresAt", f.max_expires_at AS "maxExpiresAt", f.revoked_at AS "revokedAt",
      f.impersonated_by AS "impersonatedById", u.email, u.name, u.email_verified_at AS "emailVerifiedAt",
      u.mfa_enabled_at AS "mfaEnabledAt", u.status::text AS status,
      ARRAY(SELECT r.name FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = u.id ORDER BY r.name) AS roles
    FROM session_families f JOIN users u ON u.id = f.user_id
    WHERE f.id = :id::uuid`,
)

/** The family with that id and its owner, live or not, as it is at `now`. */
export async function findFamily(db: Db, id: string, now: Date): Promise<FamilyRow | null> {
  const values = { id, at: timeForDatabase(now) }
  const [row] = await runStatement<FoundRow, typeof values>(db, FIND, values)
  if (!row) return null
  const { email, name, emailVerifiedAt, mfaEnabledAt, status, roles, ...family } = row
  return { ...family, user: { email, name, emailVerifiedAt, mfaEnabledAt, status, roles } }
}
