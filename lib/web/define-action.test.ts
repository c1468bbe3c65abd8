import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { loadSettings } from '@/lib/config/settings'
import { withPageExchange } from '@/lib/http/pages/page-exchange'
import { en } from '@/lib/i18n/en'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import { actionRequest, submitAction } from '@/tests/kit/submit-action'
import { type FormAction, initialActionState } from '@/lib/web/action-state'
import { defineAction } from '@/lib/web/define-action'
import { decodeNotice } from '@/lib/web/form-outcome'
import { listField } from '@/lib/web/list-field'

beforeAll(() => void loadSettings({ PORT: '3000' }))

const session = {
  accessToken: 'aaa',
  refreshToken: 'rrr',
  deviceToken: 'ddd',
  refreshExpiresInSeconds: 600,
} as IssuedSession

const handle = vi.fn<() => Promise<Outcome<{ session: IssuedSession }>>>()
beforeEach(() => void handle.mockReset().mockResolvedValue({ ok: true, session }))

const signIn = defineAction({
  access: 'public',
  body: z.object({ email: z.email({ error: 'invalid_email' }), password: z.string() }),
  handle,
  done: (value: { session: IssuedSession }, { query }) => ({
    redirect: query.get('next') ?? '/dashboard',
    session: value.session,
  }),
})

const FIELDS = { email: 'a@example.com', password: 'secret-in-form' }
const PAGE = '/auth/login?next=%2Fdashboard%2Faccount'

const submit = (
  fields: Record<string, string> | FormData,
  by: { headers?: Record<string, string>; script?: boolean; action?: FormAction } = {},
) => submitAction(by.action ?? signIn, { page: PAGE, fields, ...by })

const cookieNames = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0])

describe('a successful form', () => {
  it('redirects and sets the session cookies', async () => {
    const response = await submit(FIELDS)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/dashboard/account'])
    expect(cookieNames(response)).toEqual(['access', 'refresh', 'device', 'impersonator'])
  })

  it('returns the redirect to script, and never a token', async () => {
    const response = await submit(FIELDS, { script: true })
    expect(await response.json()).toEqual({ ...initialActionState, redirect: '/dashboard/account' })
    expect(cookieNames(response)).toEqual(['access', 'refresh', 'device', 'impersonator'])
  })

  it('stays in place with script if declared, and otherwise redirects with a notice', async () => {
    const save = defineAction({
      access: 'public',
      body: z.object({}),
      handle: async () => ({ ok: true }) as const,
      done: () => ({
        redirect: '/p',
        notice: 'saved',
        values: { name: 'Ada' },
        inPlace: true as const,
      }),
    })
    expect(await (await submit({}, { script: true, action: save })).json()).toEqual({
      ...initialActionState,
      notice: 'saved',
    })
    const response = await submit({}, { action: save })
    const [cookie] = response.headers.getSetCookie()
    expect(decodeNotice(cookie?.split(/[=;]/)[1])).toEqual({
      notice: 'saved',
      values: { name: 'Ada' },
    })
  })
})

describe('a refused form', () => {
  it('returns its status, the errors and the input, but never the password', async () => {
    const response = await submit({ ...FIELDS, email: 'nobody' })
    expect(response.status).toBe(422)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      code: 'validation_failed',
      values: { email: 'nobody' },
      errors: { email: expect.any(String) },
    })
    expect(text).not.toContain('secret-in-form')
    expect(handle).not.toHaveBeenCalled()
  })

  it('returns no input to script, whose fields keep it', async () => {
    const response = await submit({ ...FIELDS, email: 'nobody' }, { script: true })
    expect(await response.json()).toMatchObject({ code: 'validation_failed', values: {} })
  })

  it('says when to retry', async () => {
    handle.mockResolvedValue(refuse('account_locked', { retryAfterSeconds: 30 }))
    const response = await submit(FIELDS)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await response.json()).toMatchObject({ code: 'account_locked', retryAfterSeconds: 30 })
  })

  it('answers 503 while a dependency is unavailable', async () => {
    handle.mockRejectedValue(new RefusedError(refuse('unavailable', { retryAfterSeconds: 1 })))
    expect((await submit(FIELDS)).status).toBe(503)
  })

  it('reveals only the request id of an unexpected error', async () => {
    handle.mockRejectedValue(new Error('column "x" of secret-in-form'))
    const response = await submit(FIELDS, { headers: { 'x-request-id': 'r-1' } })
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(text).toContain('r-1')
    expect(text).not.toMatch(/column|secret-in-form/)
  })

  it('redirects to sign in when the session has ended', async () => {
    handle.mockResolvedValue(refuse('session_revoked'))
    const response = await submit(FIELDS)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/auth/login')
    expect(cookieNames(response)).toEqual(['notice'])
  })
})

const saveRoles = defineAction({
  access: 'public',
  body: z.object({ roles: listField(z.array(z.string().max(5, { error: 'too_long' }))) }),
  handle,
  done: () => ({ redirect: '/' }),
})

describe('a form with a list', () => {
  const rolesOf = (...values: string[]) => {
    const form = new FormData()
    for (const value of values) form.append('roles', value)
    return form
  }

  it.each([
    [
      ['', 'user', 'clerk'],
      ['user', 'clerk'],
    ],
    [['user'], ['user']],
    [[''], []],
  ])('posted as %j has the values %j', async (posted, roles) => {
    expect((await submit(rolesOf(...posted), { action: saveRoles })).status).toBe(303)
    expect(handle).toHaveBeenCalledWith({ roles }, expect.anything())
  })

  it('without the list is refused: a page of an earlier version would empty it', async () => {
    const earlier = { role_1: 'user', role_2: 'clerk' }
    const response = await submit(earlier, { action: saveRoles })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      errors: { roles: en.forms.fieldErrors.outdated },
    })
    expect(handle).not.toHaveBeenCalled()
  })

  it('comes back with its values if one of them is refused', async () => {
    const response = await submit(rolesOf('', 'user', 'too long'), { action: saveRoles })
    expect(await response.json()).toMatchObject({
      errors: { roles: en.forms.fieldErrors.too_long },
      lists: { roles: ['user', 'too long'] },
    })
  })
})

describe('a form of several on its page', () => {
  const rest = { body: z.strictObject({}), handle, done: () => ({ redirect: '/' }) }

  it('may say which one it is: the action does not read it', async () => {
    const action = defineAction({ access: 'public', ...rest })
    expect((await submit({ intent: 'remove' }, { action })).status).toBe(303)
    expect(handle).toHaveBeenCalledExactlyOnceWith({}, expect.anything())
  })

  it('states a permission and an act that exist, or it does not compile', () => {
    const access = { permission: 'users:read' } as const
    defineAction({ access, alsoRequires: 'users:activate', act: 'webhook', ...rest })
    // @ts-expect-error -- There is no such permission.
    defineAction({ access, alsoRequires: 'users:actvate', ...rest })
    // @ts-expect-error -- There is no such act.
    defineAction({ access, act: 'webhok', ...rest })
    // @ts-expect-error -- Without a user there is no permission to check.
    defineAction({ access: 'public', alsoRequires: 'users:activate', ...rest })
  })
})

describe('a hostile submission', () => {
  it.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://localhost:3001' }],
    ['that the browser marks as cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused, even if page and page proxy let it through', async (_, headers) => {
    expect((await submit(FIELDS, { headers })).status).toBe(403)
    expect(handle).not.toHaveBeenCalled()
  })

  it('that bypasses the page proxy is refused', async () => {
    const bare = new Headers({ origin: 'http://localhost:3000' })
    const form = new FormData()
    const state = await withPageExchange({}, () =>
      actionRequest().run(bare, () => signIn(initialActionState, form)),
    )
    expect(state.code).toBe('bad_request')
    expect(handle).not.toHaveBeenCalled()
  })

  it.each([[null], [undefined], [{}], [[]], ['email=a'], [{ get: () => 'x' }]])(
    'whose body is not a form is refused: %j',
    async (form) => {
      const response = await submitAction((state) => signIn(state, form as unknown as FormData), {
        page: PAGE,
        fields: {},
        script: true,
      })
      expect(response.status).toBe(400)
      expect(handle).not.toHaveBeenCalled()
    },
  )

  it('with a repeated field is refused, because two readers could use different values', async () => {
    const form = new FormData()
    for (const [name, value] of [...Object.entries(FIELDS), ['email', 'b@example.com']] as const)
      form.append(name, value)
    const response = await submit(form)
    expect(response.status).toBe(422)
    expect(handle).not.toHaveBeenCalled()
  })

  it('that says twice which form it is, is refused', async () => {
    const form = new FormData()
    for (const name of ['one', 'other']) form.append('intent', name)
    for (const [name, value] of Object.entries(FIELDS)) form.append(name, value)
    expect((await submit(form)).status).toBe(422)
    expect(handle).not.toHaveBeenCalled()
  })

  it('with too many values of a list is refused', async () => {
    const form = new FormData()
    for (let i = 0; i <= 1100; i += 1) form.append('roles', String(i))
    expect((await submit(form, { action: saveRoles })).status).toBe(400)
    expect(handle).not.toHaveBeenCalled()
  })

  it('with a file instead of text is refused', async () => {
    const form = new FormData()
    form.append('email', new File(['a@example.com'], 'x'))
    form.append('password', 'p')
    expect((await submit(form)).status).toBe(422)
  })

  it('cannot change the redirect with a forged previous state', async () => {
    const forged = {
      ...initialActionState,
      redirect: 'https://evil.example',
      values: { email: 'x' },
    }
    const response = await submitAction((_, form) => signIn(forged, form), {
      page: PAGE,
      fields: FIELDS,
    })
    expect(response.headers.get('location')).toBe('/dashboard/account')
  })
})

describe('an action with a permission', () => {
  it('redirects signed-out visitors to sign in, even if posted to another page', async () => {
    const act = defineAction({
      access: { permission: 'users:list' },
      body: z.object({}),
      handle,
      done: () => ({ redirect: '/' }),
    })
    const response = await submit({}, { action: act })
    expect(response.headers.get('location')).toMatch(/^\/auth\/login/)
    expect(handle).not.toHaveBeenCalled()
  })
})
