import { describe, expectTypeOf, it } from 'vitest'
import type { GatehouseClient, SignInResult, WebhookEvent } from '@/clients/typescript/src/index'

/** The functions below are compiled, but never called. */
declare const client: GatehouseClient
describe('the types', () => {
  it('know the body and parameters of every operation', () => {
    const calls = async () => {
      const { data } = await client.GET('/api/v1/users', { params: { query: { limit: 50 } } })
      expectTypeOf(data.data[0]!.email).toEqualTypeOf<string>()
      await client.POST('/api/v1/users/imports', { body: '', params: { query: { dry_run: true } } })
      const me = await client.GET('/api/v1/me')
      expectTypeOf(me.data.email_verified).toEqualTypeOf<boolean>()
      expectTypeOf(me.response).toEqualTypeOf<Response>()
      const ended = await client.DELETE('/api/v1/me/sessions/{id}', {
        params: { path: { id: '…' } },
      })
      expectTypeOf(ended.data).toEqualTypeOf<undefined>()
      const known = { params: { header: { 'If-None-Match': '"3"' } } }
      const unchanged = await client.GET('/api/v1/auth/permissions', known)
      // @ts-expect-error a 304 has no body
      void unchanged.data.roles
      expectTypeOf(unchanged.data?.roles).toEqualTypeOf<string[] | undefined>()
      const current = await client.GET('/api/v1/auth/permissions')
      expectTypeOf(current.data.roles).toEqualTypeOf<string[]>()
      await client.PUT('/api/v1/users/{id}/roles', {
        params: { path: { id: '…' } },
        body: { roles: ['user'] },
      })
    }
    expectTypeOf(calls).returns.resolves.toBeVoid()
  })

  it('tell by the type of a webhook event what its data has', () => {
    const receive = (event: WebhookEvent) => {
      if (event.type !== 'notification.finished') return
      expectTypeOf(event.data.status).toEqualTypeOf<'completed' | 'failed'>()
      // @ts-expect-error only other events are about a session
      void event.data.session_id
    }
    expectTypeOf(receive).returns.toBeVoid()
  })

  it('are text for exports, and a Blob for files', () => {
    const calls = async () => {
      const users = await client.GET('/api/v1/users/export', {
        params: { query: { format: 'csv' } },
      })
      expectTypeOf(users.data).toEqualTypeOf<string>()
      const audit = await client.GET('/api/v1/audit/export', {
        params: { query: { format: 'ndjson' } },
        parseAs: 'stream',
      })
      expectTypeOf(audit.data).toEqualTypeOf<ReadableStream<Uint8Array<ArrayBuffer>> | null>()
      const path = { id: '…' }
      const avatar = await client.GET('/api/v1/users/{id}/avatar', { params: { path } })
      expectTypeOf(avatar.data).toEqualTypeOf<Blob>()
      const file = await client.GET('/api/v1/uploads/{id}', { params: { path } })
      expectTypeOf(file.data).toEqualTypeOf<Blob>()
    }
    expectTypeOf(calls).returns.resolves.toBeVoid()
  })

  it('take a file as a field or as a form, and an import as text, file, or rows', () => {
    const calls = [
      () => client.POST('/api/v1/uploads', { body: { file: new Blob([]), purpose: 'avatar' } }),
      () => client.POST('/api/v1/uploads', { body: new FormData() }),
      // @ts-expect-error a text is no file
      () => client.POST('/api/v1/uploads', { body: { file: 'a text' } }),
      // @ts-expect-error the file is missing
      () => client.POST('/api/v1/uploads', { body: { purpose: 'avatar' } }),
      () => client.PUT('/api/v1/me/avatar', { body: new Blob([], { type: 'image/png' }) }),
      () => client.POST('/api/v1/users/imports', { body: 'email\n' }),
      () => client.POST('/api/v1/users/imports', { body: new Blob([]) }),
      () => client.POST('/api/v1/users/imports', { body: [{ email: 'ada@example.org' }] }),
      // @ts-expect-error a number is no file
      () => client.POST('/api/v1/users/imports', { body: 1 }),
    ]
    expectTypeOf(calls).toBeArray()
  })

  it('refuse a path, a method, a parameter, or a body that does not exist', () => {
    const calls = [
      // @ts-expect-error no such path
      () => client.GET('/api/v1/nothing'),
      // @ts-expect-error no such method on this path
      () => client.PUT('/api/v1/auth/login'),
      // @ts-expect-error the path has a parameter
      () => client.DELETE('/api/v1/me/sessions/{id}'),
      // @ts-expect-error the parameter has another name
      () => client.DELETE('/api/v1/me/sessions/{id}', { params: { path: { session: '…' } } }),
      // @ts-expect-error the limit is a number
      () => client.GET('/api/v1/users', { params: { query: { limit: 'abc' } } }),
      // @ts-expect-error an unread filter is true or false
      () => client.GET('/api/v1/inbox', { params: { query: { unread: 'no' } } }),
      // @ts-expect-error a body is required
      () => client.POST('/api/v1/auth/register'),
      // @ts-expect-error the password is missing
      () => client.POST('/api/v1/auth/register', { body: { email: 'ada@example.org' } }),
      // @ts-expect-error a refund requires an idempotency key
      () => client.POST('/api/v1/payments/{id}/refund', { params: { path: { id: '…' } } }),
      // @ts-expect-error a number is no password
      () => client.POST('/api/v1/auth/register', { body: { email: 'a@b.co', password: 1 } }),
    ]
    expectTypeOf(calls).toBeArray()
  })

  it('make a sign-in check for two-step verification', () => {
    const signIn = async () => {
      const result = await client.auth.login({ email: 'ada@example.org', password: '…' })
      expectTypeOf(result).toEqualTypeOf<SignInResult>()
      // @ts-expect-error there is no user before the second step
      void result.user
      if (result.status === 'mfa_required')
        return client.auth.login({ mfa_token: result.mfa_token, code: '123456' })
      expectTypeOf(result.user.email).toEqualTypeOf<string>()
      // @ts-expect-error a code alone is no step
      await client.auth.login({ code: '123456' })
      return result
    }
    expectTypeOf(signIn).returns.resolves.toEqualTypeOf<SignInResult>()
  })
})
