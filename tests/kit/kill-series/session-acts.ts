import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SignedInUser } from '@/tests/kit/live-instances'
import {
  type Act,
  call,
  expectCall,
  expectNone,
  insist,
  isNoAnswer,
  type Stage,
} from '@/tests/kit/kill-series/act'
import type { WebSession } from '@/tests/kit/session-client'

/** An app refreshes its session; an attempt without an answer is repeated with its key. */
export class ApiRefreshes implements Act {
  readonly name = 'refresh'
  done = 0
  #access: string
  #refresh: string
  /** The key of the attempt under way. */
  #key: string | null = null

  constructor(
    readonly stage: Stage,
    readonly user: SignedInUser,
  ) {
    this.#access = user.token
    this.#refresh = user.session.refreshToken
  }

  async step(): Promise<boolean> {
    this.#key ??= newId()
    const body = { refresh_token: this.#refresh }
    const answer = await call(this.stage, 'POST', '/auth/refresh', { body, key: this.#key })
    if (!answer) return false
    if (answer.status !== 200) throw new Error(`signed out: ${answer.status} ${answer.body.code}`)
    this.#key = null
    this.#access = answer.body.access_token
    this.#refresh = answer.body.refresh_token
    this.done++
    return true
  }

  async recover(): Promise<void> {
    await insist(() => this.step())
    await expectCall(200, this.stage, 'GET', '/auth/permissions', { token: this.#access })
  }

  async conclude(): Promise<void> {
    await this.recover()
    const ended = await db().sessionFamily.findMany({
      where: { userId: this.user.id, revokedAt: { not: null } },
      select: { id: true, revokedReason: true },
    })
    expectNone('sessions of honest clients that ended', ended)
  }
}

/** A browser opens pages whose access cookie has expired, so that each renews the session. */
export class WebRenewals implements Act {
  readonly name = 'renewal'
  done = 0

  constructor(
    readonly stage: Stage,
    readonly session: WebSession,
  ) {}

  async step(): Promise<boolean> {
    try {
      await this.session.use(this.stage.url)
    } catch (error) {
      if (isNoAnswer(error)) return false
      throw error
    }
    this.done++
    return true
  }

  async recover(): Promise<void> {
    await insist(() => this.step())
  }

  conclude(): Promise<void> {
    return this.recover()
  }
}
