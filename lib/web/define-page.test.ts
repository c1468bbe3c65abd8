import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { principal } from '@/tests/kit/page-gate-stage'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { definePage } from '@/lib/web/define-page'

const session = vi.hoisted(() => ({ find: vi.fn() }))
vi.mock('@/lib/web/page-request', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  requireSession: session.find,
  requestedAddress: async () => '/dashboard/users',
}))

const NEXT = { params: Promise.resolve({}), searchParams: Promise.resolve({}) }
const signedInAs = (as: Partial<SessionPrincipal>) =>
  session.find.mockResolvedValue({ principal: { ...principal, ...as }, profile: {} })

beforeAll(() => void loadSettings({ PORT: '3000' }))
beforeEach(() => void session.find.mockReset())

describe('a page of the dashboard that a request reached past the page proxy', () => {
  const compose = vi.fn(async () => 'Ada Lovelace')
  const page = definePage('/dashboard/users')
  const parts = { title: page.composeTitle(compose), content: page.render(compose) }
  beforeEach(() => void compose.mockClear())

  it.each(['title', 'content'] as const)('composes no %s without a session', async (part) => {
    session.find.mockRejectedValue(new Error('to the sign-in page'))
    await expect(parts[part](NEXT)).rejects.toThrow('to the sign-in page')
    expect(compose).not.toHaveBeenCalled()
  })

  it.each(['title', 'content'] as const)('composes no %s without its permission', async (part) => {
    signedInAs({ permissions: new Set(['users:read']) })
    await expect(parts[part](NEXT)).rejects.toMatchObject({
      digest: expect.stringContaining('404') as string,
    })
    expect(compose).not.toHaveBeenCalled()
  })

  it.each(['title', 'content'] as const)(
    'composes no %s for a session without its second factor',
    async (part) => {
      signedInAs({ permissions: new Set(['users:list']), missingFactor: 'proof' })
      await expect(parts[part](NEXT)).rejects.toMatchObject({
        digest: expect.stringContaining('/dashboard/account/confirm') as string,
      })
      expect(compose).not.toHaveBeenCalled()
    },
  )

  it('gets the user who may open it', async () => {
    signedInAs({ permissions: new Set(['users:list']) })
    expect(await parts.content(NEXT)).toBe('Ada Lovelace')
    expect(compose).toHaveBeenCalledWith(
      expect.objectContaining({ principal: expect.objectContaining({ userId: principal.userId }) }),
    )
  })
})

it('asks for no session on a public page', async () => {
  const page = definePage('/auth/login').render(async () => 'shown')
  expect(await page(NEXT)).toBe('shown')
  expect(session.find).not.toHaveBeenCalled()
})
