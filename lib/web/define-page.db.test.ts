import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { definePage } from '@/lib/web/define-page'
import { holderOf } from '@/tests/kit/administrators'
import { pageCookie } from '@/tests/kit/sessions'
import { actionRequest } from '@/tests/kit/submit-action'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => useSettings())

const NEXT = { params: Promise.resolve({}), searchParams: Promise.resolve({}) }

/** What a part of a page gives to a browser with these cookies. */
const requestedBy = (cookie: string, part: (props: typeof NEXT) => Promise<unknown>) =>
  actionRequest().run(new Headers({ cookie, 'x-gatehouse-page': '/dashboard/users' }), () =>
    part(NEXT),
  )
const leadsTo = (target: string) => ({ digest: expect.stringContaining(target) as string })

describe('a page of the dashboard that a request reached past the page proxy', () => {
  const compose = vi.fn(async (_: object) => 'Ada Lovelace')
  const page = definePage('/dashboard/users')
  const parts = { title: page.composeTitle(compose), content: page.render(compose) }
  beforeEach(() => void compose.mockClear())

  describe.each(['title', 'content'] as const)('composes no %s', (part) => {
    it('without a session', async () => {
      await expect(requestedBy('', parts[part])).rejects.toMatchObject(leadsTo('/auth/login'))
      expect(compose).not.toHaveBeenCalled()
    })

    it('without its permission', async () => {
      const { userId } = await holderOf('users:read')
      const cookie = await pageCookie(userId)
      await expect(requestedBy(cookie, parts[part])).rejects.toMatchObject(leadsTo('404'))
      expect(compose).not.toHaveBeenCalled()
    })

    it('for a session without its second factor', async () => {
      const { userId } = await holderOf('users:list')
      const cookie = await pageCookie(userId)
      useSettings({ AUTH_MFA_REQUIRED: 'everyone' })
      await expect(requestedBy(cookie, parts[part])).rejects.toMatchObject(
        leadsTo('/dashboard/account/security'),
      )
      expect(compose).not.toHaveBeenCalled()
    })
  })

  it('is composed for a user who may open it', async () => {
    const { userId } = await holderOf('users:list')
    const cookie = await pageCookie(userId)
    expect(await requestedBy(cookie, parts.content)).toBe('Ada Lovelace')
    expect(await requestedBy(cookie, parts.title)).toEqual({ title: 'Ada Lovelace' })
    expect(compose).toHaveBeenCalledWith(
      expect.objectContaining({ principal: expect.objectContaining({ userId }) as object }),
    )
  })
})

it('asks for no session on a public page', async () => {
  const page = definePage('/auth/login').render(async () => 'shown')
  expect(await requestedBy('', page)).toBe('shown')
})
