import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import {
  type Act,
  call,
  expectCall,
  expectNone,
  insist,
  linkToken,
  type Stage,
  untilMailed,
} from '@/tests/kit/kill-series/act'
import { PASSWORD } from '@/tests/kit/make-user'

const DOMAIN = '@registrations.example'

/** Users register and confirm their addresses with the links they receive. */
export class Registrations implements Act {
  readonly name = 'register'
  done = 0
  /** Acknowledged registrations that are not confirmed yet, oldest first. */
  readonly #unconfirmed: string[] = []
  readonly #confirmed: string[] = []

  constructor(readonly stage: Stage) {}

  async step(): Promise<boolean> {
    const email = `${newId()}${DOMAIN}`
    const body = { email, password: PASSWORD }
    const answer = await call(this.stage, 'POST', '/auth/register', { body })
    if (!answer) return false
    if (answer.status !== 202) throw new Error(`answered ${answer.status} ${answer.body.code}`)
    this.#unconfirmed.push(email)
    this.done++
    const ready = this.#unconfirmed.find((known) => linkToken(this.stage, known, 'verify-email'))
    return ready ? this.#confirm(ready) : true
  }

  async #confirm(email: string): Promise<boolean> {
    const token = linkToken(this.stage, email, 'verify-email')
    const answer = await call(this.stage, 'POST', '/auth/verify-email', { body: { token } })
    if (!answer) return false
    // The answer to the attempt before may have been lost: then the address is confirmed.
    const isConfirmed =
      answer.status === 200 || (await db().user.count({ where: { email, status: 'active' } })) === 1
    if (!isConfirmed) throw new Error(`a link was refused: ${answer.body.code}`)
    this.#unconfirmed.splice(this.#unconfirmed.indexOf(email), 1)
    this.#confirmed.push(email)
    return true
  }

  async recover(): Promise<void> {
    const emails = [...this.#unconfirmed, ...this.#confirmed].slice(-20)
    const found = await db().user.findMany({ where: { email: { in: emails } } })
    const known = new Set(found.map(({ email }) => email))
    expectNone(
      'acknowledged registrations that are lost',
      emails.filter((email) => !known.has(email)),
    )
  }

  async conclude(): Promise<void> {
    const users = await db().user.findMany({ where: { email: { endsWith: DOMAIN } } })
    const emails = new Set(users.map(({ email }) => email))
    const acknowledged = [...this.#unconfirmed, ...this.#confirmed]
    expectNone(
      'acknowledged registrations that are lost',
      acknowledged.filter((email) => !emails.has(email)),
    )
    // Also of registrations whose answer was lost: the account and its email belong together.
    await untilMailed('confirmation', () =>
      [...emails].filter((email) => !linkToken(this.stage, email, 'verify-email')),
    )
    for (const email of [...this.#unconfirmed]) await insist(() => this.#confirm(email))
    const last = this.#confirmed.at(-1)!
    await expectCall(200, this.stage, 'POST', '/auth/login', {
      body: { email: last, password: PASSWORD },
    })
  }
}
