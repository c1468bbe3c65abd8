import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { ndjsonOf } from '@/tests/kit/import-rows'
import { type Act, call, expectNone, type Stage } from '@/tests/kit/kill-series/act'
import { until } from '@/tests/kit/until'

const ROWS = 120
const AT_ONCE = 2
const DONE_WITHIN_MS = 180_000

/** An administrator imports files of users. */
export class Imports implements Act {
  readonly name = 'import'
  done = 0
  /** The domain of each file's addresses, and the import if it was acknowledged. */
  readonly #files: { domain: string; id: string | null }[] = []
  #running: string[] = []

  constructor(
    readonly stage: Stage,
    readonly token: string,
  ) {}

  async step(): Promise<boolean> {
    const [oldest] = this.#running
    if (!oldest || this.#running.length < AT_ONCE) return this.#start()
    const answer = await call(this.stage, 'GET', `/users/imports/${oldest}`, { token: this.token })
    if (!answer) return false
    if (answer.status !== 200) throw new Error(`answered ${answer.status} ${answer.body.code}`)
    if (answer.body.status === 'completed') this.#running.shift()
    return true
  }

  async #start(): Promise<boolean> {
    const file = { domain: `${newId()}.example`, id: null as string | null }
    this.#files.push(file)
    const rows = Array.from({ length: ROWS }, (_, n) => ({ email: `user${n}@${file.domain}` }))
    const raw = { type: 'application/x-ndjson', body: ndjsonOf(rows) }
    const answer = await call(this.stage, 'POST', '/users/imports', { token: this.token, raw })
    if (!answer) return false
    if (answer.status !== 202) throw new Error(`answered ${answer.status} ${answer.body.code}`)
    file.id = answer.body.id as string
    this.#running.push(file.id)
    this.done++
    return true
  }

  recover(): Promise<void> {
    return Promise.resolve()
  }

  async conclude(): Promise<void> {
    const unfinished = () =>
      db().userImport.findMany({
        where: { status: { in: ['queued', 'running'] } },
        select: { id: true, status: true },
      })
    await until('every import ends', DONE_WITHIN_MS, async () => (await unfinished()).length === 0)
    const wrong: unknown[] = []
    for (const { domain, id } of this.#files) {
      const users = await db().user.count({ where: { email: { endsWith: `@${domain}` } } })
      // An import whose answer was lost has either all rows or none.
      if (users !== ROWS && (id || users > 0)) wrong.push({ id, users })
      const row = id && (await db().userImport.findUnique({ where: { id } }))
      if (row && (row.status !== 'completed' || row.created !== ROWS || row.refused > 0))
        wrong.push({ id, status: row.status, created: row.created, refused: row.refused })
    }
    expectNone('imports without every row once', wrong)
  }
}
