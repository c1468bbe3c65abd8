import { expect, it } from 'vitest'
import { presentAccess } from '@/lib/http/present-access'

it('gives two users with the same permissions different tags, because the body names the user', () => {
  const access = () => ({ roles: ['user'], permissions: new Set<string>(), version: 'v1' }) as never
  const [one, again, other] = ['u1', 'u1', 'u2'].map((id) => presentAccess(id, access()))
  expect(one!.body).toContain('u1')
  expect(again!.etag).toBe(one!.etag)
  expect(other!.etag).not.toBe(one!.etag)
})
