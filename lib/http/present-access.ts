import type { Access } from '@/lib/rbac/find-access'

const written = new WeakMap<Access, { body: string; etag: string }>()

/** The JSON text and entity tag of somebody's access; written once for as long as the access is remembered. */
export function presentAccess(userId: string, access: Access): { body: string; etag: string } {
  const known = written.get(access)
  if (known) return known
  const { roles, version } = access
  const body = JSON.stringify({ user_id: userId, roles, permissions: [...access.permissions], version })
  const fresh = { body, etag: `"${version}"` }
  written.set(access, fresh)
  return fresh
}
