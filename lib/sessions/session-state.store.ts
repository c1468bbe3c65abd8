import type { Surface } from '@/lib/platform/request-context'
import type { Db } from '@/lib/platform/db/database'

/** What must be known of a session to believe its access tokens. */
export interface SessionState {
  userId: string
  surface: Surface
  authTime: Date
  /** Access tokens of earlier generations are refused: they are from before the latest password change. */
  credentialGeneration: number
  presentedGeneration: number
  expiresAt: Date
  revoked: boolean
}

/** The state of a session, dead or alive. */
export async function findSessionState(db: Db, id: string): Promise<SessionState | null> {
  const row = await db.sessionFamily.findUnique({
    where: { id },
    select: {
      userId: true,
      surface: true,
      authTime: true,
      credentialGeneration: true,
      presentedGeneration: true,
      expiresAt: true,
      revokedAt: true,
    },
  })
  if (!row) return null
  const { revokedAt, ...state } = row
  return { ...state, revoked: revokedAt !== null }
}

/** Remembers that an access token of that generation has been presented. */
export async function markPresented(db: Db, id: string, generation: number): Promise<void> {
  await db.sessionFamily.updateMany({
    where: { id, presentedGeneration: { lt: generation }, generation: { gte: generation } },
    data: { presentedGeneration: generation },
  })
}
