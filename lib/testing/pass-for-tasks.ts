import { db } from '@/lib/platform/db/database'

/** Makes recurring jobs due as if `seconds` had passed on the clock of the database. */
export async function passForTasks(seconds: number): Promise<void> {
  await db().$executeRaw`
    UPDATE recurring_tasks SET next_run_at = next_run_at - make_interval(secs => ${seconds}::float8)`
}
