import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { loadSettings } from '@/lib/config/settings'
import { type Outcome, refuse } from '@/lib/platform/problems'
import { submitAction } from '@/tests/kit/submit-action'
import type { ActionState } from '@/lib/web/action-state'
import { defineAction } from '@/lib/web/define-action'
import { decodeNotice } from '@/lib/web/form-outcome'

beforeAll(() => void loadSettings({ PORT: '3000' }))

const PAGE = '/dashboard/contacts?status=new'
const handle = vi.fn<() => Promise<Outcome>>()

describe('a form of an outdated page', () => {
  const remove = defineAction({
    access: 'public',
    stale: ['conflict'],
    body: z.object({}),
    handle,
    done: () => ({ redirect: '/' }),
  })

  it.each([true, false])(
    'opens the page again, which says why (with script: %s)',
    async (script) => {
      handle.mockResolvedValue(refuse('conflict'))
      const response = await submitAction(remove, { page: PAGE, fields: {}, script })
      const [cookie] = response.headers.getSetCookie()
      expect(decodeNotice(cookie?.split(/[=;]/)[1])).toEqual({ code: 'conflict' })
      const to =
        response.headers.get('location') ?? ((await response.json()) as ActionState).redirect
      expect(to).toBe(PAGE)
    },
  )

  it('is refused like any other for a reason that the page cannot change', async () => {
    handle.mockResolvedValue(refuse('account_locked'))
    expect((await submitAction(remove, { page: PAGE, fields: {} })).status).toBe(429)
  })
})

describe('a form about what the path names', () => {
  const ID = '019335e0-0000-7000-8000-00000000000a'
  const seen = vi.fn<(id: string) => void>()
  const rename = defineAction({
    access: 'public',
    page: '/dashboard/users/[id]',
    body: z.object({}),
    handle: async (_, { params }) => {
      seen(params.id)
      return { ok: true }
    },
    done: () => ({ redirect: '/' }),
  })
  const postTo = (page: string) => submitAction(rename, { page, fields: {} })

  it('reads it from there', async () => {
    expect((await postTo(`/dashboard/users/${ID}?sessions=x`)).status).toBe(303)
    expect(seen).toHaveBeenCalledExactlyOnceWith(ID)
  })

  it('does nothing when posted to the page of something else', async () => {
    seen.mockReset()
    for (const path of ['/dashboard/users', `/dashboard/webhooks/${ID}`, '/dashboard/users/[id]'])
      expect((await postTo(path)).status).toBe(404)
    expect(seen).not.toHaveBeenCalled()
  })

  it('has no other values, and none without its page, or it does not compile', () => {
    const rest = { access: 'public', body: z.object({}), done: () => ({ redirect: '/' }) } as const
    const ok = async (_: unknown) => ({ ok: true }) as const
    const onUser = { ...rest, page: '/dashboard/users/[id]' } as const
    // @ts-expect-error -- The path has no such name.
    defineAction({ ...onUser, handle: (_, { params }) => ok(params.key) })
    // @ts-expect-error -- The action does not name its page.
    defineAction({ ...rest, handle: (_, { params }) => ok(params.id) })
  })
})
