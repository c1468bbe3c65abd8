import type { Db } from '@/lib/platform/db/database'

/** Placeholder until the guard's own slice lands. */
export async function rememberDevice(
  _db: Db,
  _by: { userId: string; deviceToken: string; now: Date },
): Promise<void> {}
