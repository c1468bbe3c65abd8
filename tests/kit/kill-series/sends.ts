import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { type Act, call, expectNone, insist, type Stage } from '@/tests/kit/kill-series/act'
import { until } from '@/tests/kit/until'

const DONE_WITHIN_MS = 180_000

interface Sent {
  title: string
  key: string
}

/**
 * A manager sends notifications to many users; one without an answer is sent again with its key.
 */
export class Sends implements Act {
  readonly name = 'bulk send'
  done = 0
  readonly #acknowledged: string[] = []
  #open: Sent | null = null

  constructor(
    readonly stage: Stage,
    readonly token: string,
    readonly recipients: string[],
  ) {}

  async step(): Promise<boolean> {
    this.#open ??= { title: `Title ${newId()}`, key: newId() }
    const { title, key } = this.#open
    const answer = await call(this.stage, 'POST', '/notifications', {
      token: this.token,
      key,
      body: { to: { user_ids: this.recipients }, channels: ['inbox'], title, body: 'Text' },
    })
    if (!answer) return false
    if (answer.status !== 202) throw new Error(`answered ${answer.status} ${answer.body.code}`)
    this.#open = null
    this.#acknowledged.push(title)
    this.done++
    return true
  }

  async recover(): Promise<void> {
    if (this.#open) await insist(() => this.step())
  }

  async conclude(): Promise<void> {
    await this.recover()
    const unfinished = () => db().notificationBatch.count({ where: { finishedAt: null } })
    await until('every send ends', DONE_WITHIN_MS, async () => (await unfinished()) === 0)
    const batches = await db().notificationBatch.groupBy({ by: ['title'], _count: true })
    const items = await db().$queryRaw<{ title: string; items: number; users: number }[]>`
      SELECT title, count(*)::int AS items, count(DISTINCT user_id)::int AS users
      FROM inbox_items WHERE title LIKE 'Title %' GROUP BY title`
    const countOf = new Map(items.map((row) => [row.title, row]))
    const wrong = this.#acknowledged.filter((title) => {
      const { items: sent, users } = countOf.get(title) ?? {}
      return sent !== this.recipients.length || users !== this.recipients.length
    })
    expectNone('sends that did not reach each recipient once', wrong)
    expectNone(
      'sends that were created twice, or without a request',
      batches.filter(({ title, _count }) => _count !== 1 || !this.#acknowledged.includes(title)),
    )
  }
}
