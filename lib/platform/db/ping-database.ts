import { database } from '@/lib/platform/db/database'

let running: Promise<boolean> | null = null

/** Whether the database answers within `timeoutMs`. Callers at the same time share one question. Never throws. */
export function pingDatabase(timeoutMs: number): Promise<boolean> {
  running ??= ask(timeoutMs).finally(() => (running = null))
  return running
}

async function ask(timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((answer) => (timer = setTimeout(() => answer(false), timeoutMs)))
  const answered = Promise.resolve()
    .then(() => database().pool.query('SELECT 1'))
    .then(
      () => true,
      () => false,
    )
  try {
    return await Promise.race([answered, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
