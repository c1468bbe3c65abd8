import { db } from '@/lib/platform/db/database'

const BATCH = 2000

/** Adds so many sessions like this one, also as impersonations of another user. */
export async function copySession(id: string, count: number, changed: object = {}): Promise<void> {
  const values = JSON.stringify(changed)
  for (let added = 0; added < count; added += BATCH)
    await db().$executeRaw`
      INSERT INTO session_families
      SELECT copy.* FROM session_families f, generate_series(1, ${Math.min(BATCH, count - added)}::int) AS n,
        jsonb_populate_record(f, ${values}::jsonb || jsonb_build_object('id',
          md5(${id}::text || ${values}::text || ${added}::int + n)::uuid)) AS copy
      WHERE f.id = ${id}::uuid`
}
