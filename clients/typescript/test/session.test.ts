import { beforeEach, describe, expect, it, vi } from 'vitest'
import { GatehouseError } from '@/clients/typescript/src/errors'
import {
  type SessionKeeper as Keeper,
  SessionKeeper,
  type SignOutReason,
  type Tokens,
} from '@/clients/typescript/src/session'
import { asyncStore, memoryStore, type TokenStore } from '@/clients/typescript/src/store'

const user = {
  id: '019335e0-0000-7000-8000-000000000001',
  email: 'ada@example.org',
  email_verified: true,
  name: null,
  roles: ['user'],
  mfa_enabled: false,
}
const SESSION = '019335e0-0000-7000-8000-000000000002'
const tokensOf = (generation: number): Tokens => ({
  access_token: `access-${generation}`,
  token_type: 'Bearer',
  expires_in: 900,
  refresh_token: `refresh-${generation}`,
  refresh_expires_in: 2_592_000,
  session_id: SESSION,
  device_token: 'device',
  user,
})
const problem = (status: number, code: string) => new GatehouseError(code, code, { status })

let time: number
let store: TokenStore
/** The service: answers the refresh token and key of each request. */
let exchange: ReturnType<typeof vi.fn<(token: string, key: string) => Promise<Tokens>>>
const keeperOf = (over: TokenStore = store): Keeper =>
  new SessionKeeper({ store: over, exchange, now: () => time })
const later = (minutes: number) => (time += minutes * 60_000)

/** The reasons that a keeper's listeners were told, and how many new tokens. */
function heard(keeper: Keeper) {
  const reasons: (SignOutReason | null)[] = []
  keeper.listen((_session, reason) => reasons.push(reason))
  return reasons
}

beforeEach(() => {
  time = Date.parse('2026-11-22T10:00:00Z')
  store = memoryStore()
  exchange = vi.fn(async (token) => tokensOf(Number(token.split('-')[1]) + 1))
})

describe('a refresh', () => {
  it('happens once for requests that need it together', async () => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    later(20)
    const sessions = await Promise.all(Array.from({ length: 20 }, () => keeper.fresh()))
    expect(new Set(sessions.map((session) => session?.access_token))).toEqual(new Set(['access-2']))
    expect(exchange).toHaveBeenCalledTimes(1)
  })

  it('happens once for all tabs: the others take the tokens that the first one stored', async () => {
    await keeperOf().adopt(tokensOf(1))
    later(20)
    const tabs = Array.from({ length: 5 }, () => keeperOf())
    const sessions = await Promise.all(tabs.map((tab) => tab.fresh()))
    expect(sessions.map((session) => session?.access_token)).toEqual(Array(5).fill('access-2'))
    expect(exchange).toHaveBeenCalledTimes(1)
  })

  it('has a key that is stored before the first try', async () => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    later(20)
    exchange.mockImplementation(async (_token, key) => {
      expect(await store.get()).toContain(`"refresh_key":"${key}"`)
      return tokensOf(2)
    })
    await keeper.fresh()
    expect(exchange.mock.calls[0]![1]).toMatch(/^[0-9a-f]{32}$/)
    expect(await store.get()).not.toContain('refresh_key')
  })

  it('repeats the same token and key after a crash', async () => {
    await keeperOf().adopt(tokensOf(1))
    later(20)
    exchange.mockRejectedValueOnce(problem(0, 'network_error'))
    await expect(keeperOf().fresh()).rejects.toMatchObject({ code: 'network_error' })
    await keeperOf().fresh()
    expect(exchange.mock.calls[1]).toEqual(exchange.mock.calls[0])
  })

  it('is never sent with a key that the storage of a phone refused', async () => {
    let saved = ''
    let failures = 0
    const keeper = keeperOf(
      asyncStore({
        get: async () => saved,
        set: async (text) => {
          if (failures-- > 0) throw new Error('locked')
          saved = text
        },
      }),
    )
    await keeper.adopt(tokensOf(1))
    later(20)
    exchange.mockImplementation(async (_token, key) => {
      expect(saved).toContain(`"refresh_key":"${key}"`)
      return tokensOf(2)
    })
    failures = 2
    for (let n = 0; n < 2; n++) await expect(keeper.fresh()).rejects.toThrow('locked')
    expect(exchange).not.toHaveBeenCalled()
    expect(await keeper.fresh()).toMatchObject({ access_token: 'access-2' })
    expect(saved).toContain('refresh-2')
  })

  it('has a new key for each refresh token', async () => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    for (let i = 0; i < 3; i++) {
      later(20)
      await keeper.fresh()
    }
    expect(new Set(exchange.mock.calls.map(([, key]) => key)).size).toBe(3)
  })

  it.each([
    [0, 'network_error'],
    [0, 'timeout'],
    [200, 'unexpected_response'],
    [400, 'bad_request'],
    [401, 'token_expired'],
    [403, 'unexpected_response'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [500, 'internal_error'],
    [502, 'unexpected_response'],
    [503, 'unavailable'],
  ])('never ends the session because of status %i and code %s', async (status, code) => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    const reasons = heard(keeper)
    later(20)
    exchange.mockRejectedValueOnce(problem(status, code))
    await expect(keeper.fresh()).rejects.toMatchObject({ code })
    expect(await keeper.session()).toMatchObject({ refresh_token: 'refresh-1' })
    later(1)
    expect(await keeper.fresh()).toMatchObject({ refresh_token: 'refresh-2' })
    expect(reasons).toEqual([null])
  })

  it.each(['invalid_refresh_token', 'refresh_token_reused'])(
    'ends the session when the service refuses the token: %s',
    async (code) => {
      const keeper = keeperOf()
      await keeper.adopt(tokensOf(1))
      const reasons = heard(keeper)
      exchange.mockRejectedValue(problem(401, code))
      expect(await keeper.renew('access-1')).toBeNull()
      expect(await keeper.session()).toBeNull()
      expect(reasons).toEqual(['session_ended'])
      expect(await keeper.deviceToken()).toBe('device')
    },
  )

  it('is not repeated at once by every request while the service is away', async () => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    later(20)
    const busy = new GatehouseError('rate_limited', '…', { status: 429, retryAfter: 30 })
    exchange.mockRejectedValueOnce(busy)
    for (let i = 0; i < 10; i++) await expect(keeper.fresh()).rejects.toBe(busy)
    expect(exchange).toHaveBeenCalledTimes(1)
    time += 30_000
    expect(await keeper.fresh()).toMatchObject({ access_token: 'access-2' })
  })

  it('is tried again after a failure even if the clock is set back', async () => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    exchange.mockRejectedValueOnce(problem(503, 'unavailable'))
    await expect(keeper.renew('access-1')).rejects.toMatchObject({ code: 'unavailable' })
    later(-60)
    expect(await keeper.renew('access-1')).toMatchObject({ access_token: 'access-2' })
  })

  it('never replaces the tokens of a sign-in that happened meanwhile', async () => {
    const [keeper, other] = [keeperOf(), keeperOf()]
    await keeper.adopt(tokensOf(1))
    exchange.mockImplementation(async () => {
      await other.adopt(tokensOf(7))
      return tokensOf(2)
    })
    expect(await keeper.renew('access-1')).toMatchObject({ access_token: 'access-7' })
    exchange.mockImplementation(async () => {
      await other.adopt(tokensOf(9))
      throw problem(401, 'invalid_refresh_token')
    })
    expect(await keeper.renew('access-7')).toMatchObject({ access_token: 'access-9' })
  })

  it('does not bring back a session that was signed out meanwhile', async () => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    exchange.mockImplementation(async () => {
      await keeper.forget(SESSION)
      return tokensOf(2)
    })
    expect(await keeper.renew('access-1')).toBeNull()
    expect(await keeper.session()).toBeNull()
  })
})

describe('an access token', () => {
  it('is renewed in the last minute, without a request waiting for it', async () => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    later(13.9)
    expect(await keeper.fresh()).toMatchObject({ access_token: 'access-1' })
    expect(exchange).not.toHaveBeenCalled()
    later(0.2)
    expect(await keeper.fresh()).toMatchObject({ access_token: 'access-1' })
    expect(await keeper.renew('access-1')).toMatchObject({ access_token: 'access-2' })
    expect(exchange).toHaveBeenCalledTimes(1)
  })

  it('is used to its end if it cannot be renewed', async () => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    exchange.mockRejectedValue(problem(503, 'unavailable'))
    later(14.5)
    expect(await keeper.fresh()).toMatchObject({ access_token: 'access-1' })
    later(1)
    await expect(keeper.fresh()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is checked against the clock of the device alone, however wrong it is', async () => {
    time = Date.parse('1999-01-01T00:00:00Z')
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    later(10)
    expect(await keeper.fresh()).toMatchObject({ access_token: 'access-1' })
    expect(exchange).not.toHaveBeenCalled()
  })
})

describe('a stored session', () => {
  it('is signed out in every tab', async () => {
    let notify: () => void = () => undefined
    const shared: TokenStore = { ...store, watch: (listener) => ((notify = listener), () => {}) }
    const [keeper, other] = [keeperOf(shared), keeperOf(shared)]
    await keeper.adopt(tokensOf(1))
    const reasons = heard(keeper)
    await keeper.session()
    await other.forget(SESSION)
    notify()
    await vi.waitFor(() => expect(reasons).toEqual(['signed_out_elsewhere']))
  })

  it.each(['', '{', 'null', '[]', '{"v":2}', '"text"', '7'])(
    'that is not readable counts as none: %s',
    async (text) => {
      await store.set(text)
      expect(await keeperOf().session()).toBeNull()
    },
  )
})

describe('listeners', () => {
  /** A store like that of a phone: every access takes a moment, and reads see what was set. */
  function slowStore(readMs = 5, writeMs = 5): TokenStore {
    let kept: string | null = null
    const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    return {
      get: async () => {
        const text = kept
        await moment(readMs)
        return text
      },
      set: async (text) => {
        kept = text
        await moment(writeMs)
      },
    }
  }

  it.each([
    ['a slow write', 2, 20],
    ['slow reads', 20, 2],
  ])('hear of a sign-out once, with its reason, despite %s', async (_, readMs, writeMs) => {
    const keeper = keeperOf(slowStore(readMs, writeMs))
    await keeper.adopt(tokensOf(1))
    const reasons = heard(keeper)
    await keeper.session()
    const before = keeper.session()
    const ended = keeper.forget(SESSION)
    const reads = [before]
    for (let n = 0; n < 15; n++) {
      reads.push(keeper.session())
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await Promise.all([ended, ...reads])
    await keeper.session()
    expect(reasons).toEqual(['signed_out'])
  })

  it('hear of a sign-out in another tab that was read during a write', async () => {
    const shared = slowStore()
    const keeper = keeperOf(shared)
    await keeper.adopt(tokensOf(1))
    const reasons = heard(keeper)
    await keeper.session()
    const writing = keeper.adopt(tokensOf(2))
    await keeperOf(shared).forget(SESSION)
    await keeper.session()
    await writing
    await vi.waitFor(() => expect(reasons.at(-1)).toBe('signed_out_elsewhere'))
  })

  it('do not stop a refresh or each other when they throw', async () => {
    const keeper = keeperOf()
    await keeper.adopt(tokensOf(1))
    const report = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined)
    const fault = new Error('a fault of the app')
    keeper.listen(() => {
      throw fault
    })
    const reasons = heard(keeper)
    expect(await keeper.renew('access-1')).toMatchObject({ access_token: 'access-2' })
    await keeper.forget(SESSION)
    expect(reasons).toEqual([null, 'signed_out'])
    const [throws] = report.mock.calls[0]!
    report.mockRestore()
    expect(throws).toThrow(fault)
  })
})
